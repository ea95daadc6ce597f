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
  /** In place of asking for the page alone. */
  onTurn?: (page: number) => void;
}

export function Pager({ lower, list, total, lastPage = Infinity, onTurn = (page) => list.change({ page }) }: PagerProps) {
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
        <Turn isOpen={page > 1} onTurn={() => onTurn(page - 1)}>
          {words.previous}
        </Turn>
        <span>{words.page(formats.number(page), formats.number(pages))}</span>
        <Turn isOpen={page < pages} onTurn={() => onTurn(page + 1)}>
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

function Turn(props: { isOpen: boolean; onTurn: () => void; children: string }) {
  return (
    <Button aria-disabled={!props.isOpen} onClick={() => props.isOpen && props.onTurn()}>
      {props.children}
    </Button>
  );
}
