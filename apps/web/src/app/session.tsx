/**
 * Is somebody signed in here? The cookie cannot be read by script, so the server writes its answer into the page, and that
 * somebody signed in later is told here. A session that ends takes the whole page with it. It decides what is shown, never what is allowed.
 */
import { createContext, useContext, useMemo, useState, type ReactNode } from "react";
import { present } from "@relaydeck/kit/assert";

export interface Session {
  readonly isOpen: boolean;
  opened(): void;
}

const SessionContext = createContext<Session | null>(null);

export function SessionProvider(props: { open: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(props.open);
  const session = useMemo<Session>(() => ({ isOpen, opened: () => setOpen(true) }), [isOpen]);
  return <SessionContext value={session}>{props.children}</SessionContext>;
}

export function useSession(): Session {
  return present(useContext(SessionContext), "SessionProvider is missing above");
}
