/** Whoever looks for what is not there may look for what was deleted: how much of it the same words find, and the way to it. [D23] */
import type { MouseEvent } from "react";
import { trpc } from "../../app/trpc.ts";
import { useFormats } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { useConsoleWords } from "./console-words.ts";
import { searchNear } from "./list-toolbar.tsx";
import type { ListModel } from "./use-list.ts";

export function BinOffer({ kind, list }: { kind: "users" | "devices"; list: ListModel }) {
  const words = useConsoleWords().bin;
  const formats = useFormats();
  const { search } = list.address;
  const asked = trpc.admin.deleted.useQuery({ kind, search, limit: 1 }, { enabled: search !== "", staleTime: 0, gcTime: 0 });
  const found = asked.data?.total ?? 0;
  if (found === 0) return null;
  function look({ currentTarget }: MouseEvent<HTMLElement>) {
    // The button goes; the words that are looked for stay. [A2]
    searchNear(currentTarget)?.focus();
    list.change({ isBin: true, filters: {}, sort: null });
  }
  return (
    <>
      <p className="empty-text">{words.matches(found, formats.number(found))}</p>
      <Button onClick={look}>{words.look}</Button>
    </>
  );
}
