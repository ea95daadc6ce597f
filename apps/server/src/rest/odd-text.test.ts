/** Texts that a database does not take: what asks with them is refused or finds nothing, and is never a failure. [IN-4, IN-6] */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminBrowser, adminEnvironment } from "../testing/admins.ts";
import { addDevice, addPerson, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";

describe.each(["sqlite", "postgres"] as const)("on %s", (database) => {
  let product: Product;
  let close: () => Promise<void>;
  let maria: Person;
  beforeAll(async () => {
    ({ product, close } = await startProduct({ database, environment: adminEnvironment }));
    maria = await addPerson(product);
  });
  afterAll(() => close());

  const save = (settings: unknown) => {
    const tile = { id: "log", type: "activity-log", visible: true, position: { x: 0, y: 0, w: 12, h: 4 }, settings };
    return maria.browser.post("/api/dashboard-layouts", { name: "Mine", layout: { components: [tile] } });
  };

  test.each([{ range: "\u0000" }, { "\u0000": 1 }, { deep: [{ range: "a\uD800" }] }, { "\uDC00": 1 }])(
    "[IN-4] settings of a layout with NUL or half a character are 400: %j",
    async (settings) => {
      const message = "Settings hold NUL or half a character";
      expect(await save(settings)).toMatchObject({
        status: 400,
        json: { code: "VALIDATION", issues: [{ path: "layout.components.0.settings", message }] },
      });
    },
  );

  test("[IN-4] settings that only write about such characters are kept as they are", async () => {
    const settings = { range: "\\u0000", name: "👩‍🔧", "\\ud800": 1 };
    const saved = await save(settings);
    expect(saved).toMatchObject({ status: 201, json: { layout: { components: [{ settings }] } } });
  });

  test("[D30, AZ-7] a serial number with NUL is refused like any other that is none of ours", async () => {
    for (const serialNumber of ["\u0000", "P0SIM0001\u0000", "\uD800"]) {
      const answer = await maria.browser.post("/api/register-device", { serialNumber, deviceName: "Pump" });
      expect([answer.status, answer.json]).toMatchObject([400, { code: "SERIAL_NOT_AVAILABLE" }]);
    }
  });

  test("[D25] a device is nobody's to be given by an owner id with NUL: 400 at its field", async () => {
    const admin = await adminBrowser(product);
    const { id } = await addDevice(product, maria);
    for (const ownerId of ["\u0000", "usr_\u0000", "nobody"]) {
      const answer = await admin.call("PATCH", `/api/admin/devices/${id}`, { body: { ownerId } });
      expect([answer.status, answer.json]).toMatchObject([400, { code: "VALIDATION", issues: [{ path: "ownerId" }] }]);
    }
  });

  test("[EX-2, AZ-3] the devices of an owner that is no id are a file without devices", async () => {
    const admin = await adminBrowser(product);
    for (const ownerId of ["%00", "nobody", "usr_"]) {
      const answer = await admin.get(`/api/admin/devices.csv?ownerId=${ownerId}`);
      expect([answer.status, answer.text.split("\r\n").length]).toEqual([200, 2]);
    }
  });
});
