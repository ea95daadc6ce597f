/**
 * The server's router as the packed declarations name it in place of `@relaydeck/api/router`: the same queries and mutations,
 * their inputs and outputs spelt out as plain types. The router's own type would bring along what its context is made of:
 * the stories, the stores, the database. Subscriptions are the live store's and not called here. (docs/adr/0019-packed-client.md)
 *
 * Nothing of it runs: the compiler writes what it infers into this file's declaration. That this says what the router says
 * is proved by src/router-types.test.ts.
 */
import type { AppRouter as ServedRouter } from "@relaydeck/api/router";
import type {
  AnyTRPCMutationProcedure,
  AnyTRPCQueryProcedure,
  inferTransformedProcedureOutput,
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
} from "@trpc/server";

/** The same type without names of ours: a compiler that infers it writes every property. */
type Spelt<T> = unknown extends T ? T : [T] extends [void] ? T : [T] extends [infer U] ? { [K in keyof U]: Spelt<U[K]> } : never;

type Called = AnyTRPCQueryProcedure | AnyTRPCMutationProcedure;
type InputOf<P extends Called> = Spelt<P["_def"]["$types"]["input"]>;
/** As it arrives: what JSON makes of it. */
type OutputOf<P extends Called> = Spelt<inferTransformedProcedureOutput<ServedRouter, P>>;

declare function spelt<T>(): Spelt<T>;
declare function speltProcedures<T>(): {
  [Noun in keyof T]: {
    [Name in keyof T[Noun] as T[Noun][Name] extends Called ? Name : never]: T[Noun][Name] extends AnyTRPCQueryProcedure
      ? TRPCQueryProcedure<{ meta: unknown; input: InputOf<T[Noun][Name]>; output: OutputOf<T[Noun][Name]> }>
      : T[Noun][Name] extends AnyTRPCMutationProcedure
        ? TRPCMutationProcedure<{ meta: unknown; input: InputOf<T[Noun][Name]>; output: OutputOf<T[Noun][Name]> }>
        : never;
  };
};

const errorShape = spelt<ServedRouter["_def"]["_config"]["$types"]["errorShape"]>();
const procedures = speltProcedures<ServedRouter["_def"]["record"]>();

/** The router of the product, as far as a program elsewhere sees it. */
export type AppRouter = TRPCBuiltRouter<
  { ctx: object; meta: object; errorShape: typeof errorShape; transformer: false },
  typeof procedures
>;
