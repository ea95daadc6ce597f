/** Below a list: which rows of how many, how many at once, and the way to the others. */
import { useFormats } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { useConsoleWords } from "./console-words.ts";
import { pageSizes } from "./list-address.ts";
import type { ListModel } from "./use-list.ts";

interface PagerProps {
  lower: string;
  list: ListModel;
  total: number;
  /** The server skips to no page beyond this one. */
  lastPage?: number;
}

export function Pager({ lower, list, total, lastPage = Infinity }: PagerProps) {
  const words = useConsoleWords().list;
  const formats = useFormats();
  const { page, perPage } = list.address;
  const pages = Math.min(Math.max(1, Math.ceil(total / perPage)), lastPage);
  const first = (page - 1) * perPage + 1;
  const last = Math.min(page * perPage, total);
  return (
    <nav className="pager" aria-label={words.pages(lower)}>
      <PerPage list={list} />
      <p>
        {first > total ? formats.number(total) : words.range(formats.number(first), formats.number(last), formats.number(total))}
      </p>
      <div className="pager-ways">
        <Turn to={page - 1} isOpen={page > 1} list={list}>
          {words.previous}
        </Turn>
        <span>{words.page(formats.number(page), formats.number(pages))}</span>
        <Turn to={page + 1} isOpen={page < pages} list={list}>
          {words.next}
        </Turn>
      </div>
    </nav>
  );
}

export function PerPage({ list }: Pick<PagerProps, "list">) {
  const words = useConsoleWords().list;
  return (
    <SelectField
      label={words.perPage}
      value={String(list.address.perPage)}
      onChange={(event) =>
        list.change({ perPage: pageSizes.find((size) => String(size) === event.target.value) ?? pageSizes[0] })
      }
    >
      {pageSizes.map((size) => (
        <option key={size} value={String(size)}>
          {size}
        </option>
      ))}
    </SelectField>
  );
}

function Turn(props: { to: number; isOpen: boolean; list: ListModel; children: string }) {
  return (
    <Button aria-disabled={!props.isOpen} onClick={() => props.isOpen && props.list.change({ page: props.to })}>
      {props.children}
    </Button>
  );
}
