/** Which device is a PowerOne: registered at the doors of two houses, whose cloud lists devices of every kind. [D31] */
import { writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtInProfiles } from "@relaydeck/core/devices/profile";
import { openHouse, type House } from "../house.ts";
import { asAlex, ask, deviceNamed } from "./callers.ts";
import type { FactScene, Proofs } from "./facts.ts";

interface Candidate {
  /** As it is typed. */
  readonly serial: string;
  readonly name: string;
  /** At the cloud. */
  readonly id?: string;
}

const powerOne = "powerone";
const listedId = "51000000000000000000abcd";

/** What the product makes of each: the cloud lists them all, and somebody registers them. */
async function modelsOf(scene: FactScene, house: House, candidates: readonly Candidate[]): Promise<string[]> {
  const body = candidates.map(({ serial, id }, n) => ({
    id: id ?? `5100000000000000${String(n).padStart(8, "0")}`,
    name: `listed-${n}`,
    serial_number: serial.trim().toUpperCase(),
    online: false,
  }));
  await house.sim("POST /faults", { match: { operation: "devices" }, effect: { kind: "status", status: 200, body }, times: 0 });
  return asAlex({ ...scene, house }, async (say) => {
    const models: string[] = [];
    for (const { serial, name } of candidates) {
      const answer = await say("POST /api/register-device", { serialNumber: serial, deviceName: name });
      const { model } = JSON.parse(answer.body) as { model?: string };
      models.push(model ?? answer.body);
    }
    return models;
  });
}

const wholeSerial = "P0S7";
const wholeName = "aPowerOnes";

/** The serial's beginnings, the shortest first; of the name first its ends, then its beginnings. */
const beginnings = (text: string) => Array.from(text, (_, n) => text.slice(0, n + 1));
const ends = (text: string) => Array.from(text, (_, n) => text.slice(n));

interface Looked {
  readonly prefix: string | undefined;
  readonly part: string;
  readonly isTrimmed: boolean;
  readonly isAnyCase: boolean;
  readonly isPlainOther: boolean;
  readonly isSameIdOther: boolean;
}

/** With no list of anybody's. */
async function lookByDefault(scene: FactScene, house: House): Promise<Looked> {
  const ofSerial = beginnings(wholeSerial).map((part, n): Candidate => ({ serial: `${part}-${n}`, name: "Some" }));
  const ofEnds = ends(wholeName).map((name, n): Candidate => ({ serial: `E-${n}`, name: name.padEnd(1, "-") }));
  const ofBeginnings = beginnings(wholeName).map((name, n): Candidate => ({ serial: `B-${n}`, name }));
  const others: readonly Candidate[] = [
    { serial: " p0-low ", name: "Some" },
    { serial: "C-1", name: wholeName.toUpperCase() },
    { serial: "C-2", name: wholeName.toLowerCase() },
    { serial: "C-3", name: "Some" },
    { serial: "P0-LISTED", name: "Some", id: listedId },
  ];
  const models = await modelsOf(scene, house, [...ofSerial, ...ofEnds, ...ofBeginnings, ...others]);
  const isPowerOne = models.map((model) => model === powerOne);
  const [bySerial, byEnds, byBeginnings, byOthers] = [
    isPowerOne.splice(0, ofSerial.length),
    isPowerOne.splice(0, ofEnds.length),
    isPowerOne.splice(0, ofBeginnings.length),
    isPowerOne,
  ];
  const [isTrimmed = false, isUpper = false, isLower = false, isPlain = true, isListed = false] = byOthers;
  return {
    prefix: beginnings(wholeSerial)[bySerial.indexOf(true)],
    part: wholeName.slice(byEnds.lastIndexOf(true), byBeginnings.indexOf(true) + 1),
    isTrimmed,
    isAnyCase: isUpper && isLower,
    isPlainOther: !isPlain,
    isSameIdOther: isListed,
  };
}

/** With a list of ids, and a name that makes a device something else, as an operator may have them. */
async function lookConfigured(scene: FactScene, house: House): Promise<readonly string[]> {
  return modelsOf(scene, house, [
    { serial: "P0-LISTED", name: wholeName, id: listedId },
    { serial: "P0-NAMED", name: "shed" },
    { serial: "N-1", name: "shed" },
    { serial: "N-2", name: wholeName },
  ]);
}

const configured = builtInProfiles.map((profile) =>
  profile.model === "relay" ? { ...profile, match: { ...profile.match, ids: [listedId], nameContains: ["shed"] } } : profile,
);

/** Nobody looks at a wait here. */
const latencyMs = [1, 2] as const;

const houses: { seen: Promise<{ plain: Looked; ordered: readonly string[] }> | null } = { seen: null };

/** Looked at once. */
function lookAtHouses(scene: FactScene) {
  const look = async () => {
    const folder = mkdtempSync(join(tmpdir(), "relaydeck-profiles-"));
    const file = join(folder, "profiles.json");
    writeFileSync(file, JSON.stringify(configured));
    const [one, other] = await Promise.all([
      openHouse({ latencyMs }),
      openHouse({ latencyMs, environment: { DEVICE_PROFILES: file } }),
    ]);
    const seen = { plain: await lookByDefault(scene, one), ordered: await lookConfigured(scene, other) };
    await Promise.all([one.close(), other.close()]);
    rmSync(folder, { recursive: true });
    return seen;
  };
  return (houses.seen ??= look());
}

/** A name that says PowerOne makes none of a device that is something else already. */
async function isModelKept(scene: FactScene): Promise<boolean> {
  const { id } = await deviceNamed(scene, "Porch light");
  const { body } = await ask(scene, `PATCH /api/devices/${id}`, { name: `My ${wholeName}` });
  await ask(scene, `PATCH /api/devices/${id}`, { name: "Porch light" });
  return (JSON.parse(body) as { model?: string }).model === "relay";
}

export const powerOneFacts: Proofs = {
  "powerone-detection": {
    async see(scene) {
      const { plain, ordered } = await lookAtHouses(scene);
      const [listed, namedToo, named, byName] = ordered;
      const isListFirst = listed === "relay" && plain.isSameIdOther;
      const isSerialNext = namedToo === powerOne && named === "relay";
      return [
        ...((await isModelKept(scene)) ? ["model field"] : []),
        ...(isListFirst ? ["configured id list (empty by default)"] : []),
        ...(isSerialNext && plain.isTrimmed ? [`serial prefix ${plain.prefix} (trimmed, upper-cased)`] : []),
        ...(byName === powerOne && plain.isAnyCase && plain.isPlainOther
          ? [`name contains '${plain.part.toLowerCase()}' (case-insensitive)`]
          : []),
      ];
    },
  },
  "powerone-name": {
    async see(scene) {
      const { part, isAnyCase } = (await lookAtHouses(scene)).plain;
      return isAnyCase ? part.toLowerCase() : part;
    },
  },
  "powerone-serial": { see: async (scene) => (await lookAtHouses(scene)).plain.prefix },
};
