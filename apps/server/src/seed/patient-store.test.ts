import type { Store } from "@relaydeck/db/store";
import { DatabaseUnavailable, StorageFull } from "@relaydeck/db/trouble";
import { openTestStore, type TestStore } from "@relaydeck/db/testing/stores";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { patientStore } from "./patient-store.ts";

describe("a seeding on a busy database", () => {
  let open: TestStore;
  beforeEach(async () => {
    open = await openTestStore();
  });
  afterEach(() => open.close());

  /** Refuses its first writes. */
  function refusing(errors: Error[]): Store {
    return {
      ...open.store,
      write: (work) => {
        const error = errors.shift();
        return error === undefined ? open.store.write(work) : Promise.reject(error);
      },
    };
  }

  test("[ST-2] begins a write again that was given up, and ends at what waiting does not help", async () => {
    const late = () => new DatabaseUnavailable("The database does not answer");
    const store = patientStore(refusing([late(), late()]));
    await store.write(async ({ db, t }) => void (await db.insert(t.counters).values({ name: "seeded", value: 1 })));
    expect(await open.store.read.db.select().from(store.t.counters)).toContainEqual({ name: "seeded", value: 1 });
    const full = patientStore(refusing([new StorageFull("The disk of the database is full")]));
    await expect(full.write(async () => {})).rejects.toThrow(StorageFull);
    const gone = patientStore(refusing(Array.from({ length: 20 }, late)));
    await expect(gone.write(async () => {})).rejects.toThrow(DatabaseUnavailable);
  });
});
