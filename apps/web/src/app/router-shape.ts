import { initTRPC } from "@trpc/server";
import type { Login, Register, User } from "@relaydeck/contract/accounts";

const t = initTRPC.create();
const input =
  <T>() =>
  (value: unknown): T =>
    value as T;
const router = t.router({
  auth: t.router({
    me: t.procedure.query((): User => null as never),
    register: t.procedure.input(input<Register>()).mutation((): User & { message: string } => null as never),
    login: t.procedure.input(input<Login>()).mutation((): User & { message: string } => null as never),
    logout: t.procedure.mutation((): { message: string } => null as never),
    verifyEmail: t.procedure
      .input(input<{ token: string }>())
      .mutation((): { message: string; alreadyVerified: boolean } => null as never),
    resendVerification: t.procedure.input(input<{ email: string }>()).mutation((): { message: string } => null as never),
  }),
});
export type AppRouter = typeof router;
