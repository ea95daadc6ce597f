/**
 * Calls of the pages without a session: straight through the typed client. The query cache and its hooks belong to the
 * signed-in area; here there is nothing to keep, and they would be a seventh of everything these pages load (A5). Nor are
 * calls put together into batches: a form asks one thing.
 */
import { createTRPCClient, type TRPCClient } from "@trpc/client";
import { createContext, useContext, useMemo, useState, type ReactNode } from "react";
import type { AppRouter } from "@relaydeck/client/relaydeck";
import { singleCallLinks } from "@relaydeck/client/single-calls";
import { present } from "@relaydeck/kit/assert";
import { useToasts } from "../ui/toast.tsx";

export type Api = TRPCClient<AppRouter>;

const ApiContext = createContext<Api | null>(null);

export function CallsProvider(props: { children: ReactNode }) {
  const api = useMemo(
    () =>
      createTRPCClient<AppRouter>({
        links: singleCallLinks({ baseUrl: "", headers: {}, fetch: (...request) => fetch(...request) }),
      }),
    [],
  );
  return <ApiContext value={api}>{props.children}</ApiContext>;
}

type CallState<Out> =
  | { readonly is: "idle" | "pending" }
  | { readonly is: "done"; readonly answer: Out }
  | { readonly is: "failed"; readonly error: unknown };

interface CallOutcome<In, Out> {
  onDone?: (answer: Out, input: In) => void;
  onFailed?: (error: unknown, input: In) => void;
}

/** One call of a form: never twice at once, and what became of the last one. */
export function useCall<In, Out>(call: (api: Api, input: In) => Promise<Out>, outcome: CallOutcome<In, Out> = {}) {
  const api = present(useContext(ApiContext), "CallsProvider is missing above");
  const [state, setState] = useState<CallState<Out>>({ is: "idle" });
  const toasts = useToasts();
  async function run(input: In): Promise<void> {
    if (state.is === "pending") return;
    setState({ is: "pending" });
    toasts.dismissFailures();
    try {
      const answer = await call(api, input);
      setState({ is: "done", answer });
      outcome.onDone?.(answer, input);
    } catch (error) {
      setState({ is: "failed", error });
      outcome.onFailed?.(error, input);
    }
  }
  return { state, isPending: state.is === "pending", run: (input: In) => void run(input) };
}
