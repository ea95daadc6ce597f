/** The process that fills a database: viewers with sessions, devices of one owner, a share for each device a viewer sees. */
import { cookieName } from "@relaydeck/api/accounts/cookies";
import { systemClock } from "@relaydeck/kit/clock";
import { systemRandom } from "@relaydeck/kit/random";
import { newDeviceIds } from "../live/device-event.ts";
import { devicesOf, type Shape } from "../live/shape.ts";
import { answerCalls } from "../process/calls.ts";
import { addAdmin, addDevices, addPeople, shareAll, type FilledProduct, type Model } from "./fill.ts";
import { runProduct } from "./run-product.ts";
import { startStillCloud } from "./still-cloud.ts";

const clock = systemClock();
const random = systemRandom();

interface Filling {
  readonly shape: Shape;
  readonly folder: string;
  readonly databaseUrl: string;
  readonly model: Model;
}

async function fill({ shape, folder, databaseUrl, model }: Filling): Promise<FilledProduct> {
  const cloud = await startStillCloud(clock);
  const { app } = await runProduct({ clock, random, cloudUrl: cloud.url, folder, databaseUrl });
  const [owner] = await addPeople(app.deps, 1);
  if (owner === undefined) throw new Error("One person was asked for");
  const people = await addPeople(app.deps, shape.viewers);
  const deviceIds = newDeviceIds(shape.devices, random);
  await addDevices(app.deps, { ids: deviceIds, ownerIds: [owner.id], model });
  const grants = people.flatMap((person, viewer) =>
    devicesOf(shape, viewer).map((device) => ({ deviceId: deviceIds[device] ?? "", ownerId: owner.id, sharedWithId: person.id })),
  );
  await shareAll(app.deps, grants);
  const adminCookie = `${cookieName("admin", app.deps.settings.publicUrl)}=${await addAdmin(app.deps)}`;
  await app.close();
  const cookies = people.map((person) => person.cookie);
  return { folder, databaseUrl, deviceIds, ownerId: owner.id, cookies, adminCookie };
}

const handlers = { fill };
export type Filler = typeof handlers;
answerCalls(handlers);
