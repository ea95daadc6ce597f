/** The part of the door of administration that tells how the installation does. [rest-shapes section 9] */
import { MailId, MailsQuery } from "@relaydeck/contract/operations";
import { answer } from "../../procedures.ts";
import { adminProcedure } from "../admin-procedure.ts";
import { mail, mails, retryMail } from "./mails.ts";
import { operations } from "./operations.ts";

export const operationsProcedures = {
  operations: adminProcedure.query(({ ctx }) => operations(ctx.deps)),
  mails: adminProcedure.input(MailsQuery).query(({ ctx, input }) => mails(ctx.deps, input)),
  mail: adminProcedure.input(MailId).query(async ({ ctx, input }) => answer(await mail(ctx.deps, input.mailId))),
  retryMail: adminProcedure.input(MailId).mutation(async ({ ctx, input }) => {
    const line = answer(await retryMail(ctx.deps, { ...ctx, ...input }));
    return { ...line, message: "The mail is tried again" };
  }),
};
