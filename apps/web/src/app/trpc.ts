/** The product's own door, as React hooks. Types only come from the server; nothing of it is bundled. */
import { createTRPCReact, type CreateTRPCReact } from "@trpc/react-query";
import type { AppRouter } from "@relaydeck/client/relaydeck";

export const trpc: CreateTRPCReact<AppRouter, unknown> = createTRPCReact<AppRouter>();
