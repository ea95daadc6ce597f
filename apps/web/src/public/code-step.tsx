/** The second step of signing in, fetched only by whom it concerns. */
import { lazyPage } from "../app/lazy-page.tsx";

export const CodeStep = lazyPage(async () => (await import("./code-form.tsx")).CodeSteps);
