import type { Product } from "./product.ts";

/** Until it is let go every write waits, on SQLite, and nothing that reads does. */
export async function holdWrites({ store }: Product): Promise<() => Promise<void>> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let holds = () => {};
  const begun = new Promise<void>((resolve) => (holds = resolve));
  const holding = store.write(() => {
    holds();
    return held;
  });
  await begun;
  return async () => {
    letGo();
    await holding;
  };
}
