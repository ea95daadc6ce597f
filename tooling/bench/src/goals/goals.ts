import type { Bench } from "../bench.ts";
import type { Finding, GoalName } from "../report/finding.ts";
import { measureAccounts } from "./accounts.ts";
import { measureAdminNumbers } from "./admin-numbers.ts";
import { measureCommand } from "./command.ts";
import { measureCrowd } from "./crowd.ts";
import { measureDeviceList } from "./device-list.ts";
import { measureEverybody } from "./everybody.ts";
import { measureIngest } from "./ingest.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureNodes } from "./nodes.ts";
import { measurePageWeight } from "./page-weight.ts";
import { measurePermissions } from "./permissions.ts";
import { measurePostgres } from "./postgres.ts";
import { measurePress } from "./press.ts";
import { measureStalled } from "./stalled.ts";
import { measureStart } from "./start.ts";
import { measureWholeWay } from "./whole-way.ts";

export interface Measurement {
  readonly goals: readonly GoalName[];
  measure(bench: Bench): Promise<Finding[]>;
}

/** In the order of the run. */
export const measurements: readonly Measurement[] = [
  { goals: ["G1", "G3", "G4", "G5"], measure: measureEverybody },
  { goals: ["G2"], measure: measurePermissions },
  { goals: ["G6"], measure: measureStalled },
  { goals: ["G7"], measure: measureCommand },
  { goals: ["G8"], measure: measureIngest },
  { goals: ["G9"], measure: measurePostgres },
  { goals: ["G10"], measure: measureDeviceList },
  { goals: ["G11"], measure: measurePageWeight },
  { goals: ["G12"], measure: measureStart },
  { goals: ["G13"], measure: measureWholeWay },
  { goals: ["nodes"], measure: measureNodes },
  { goals: ["A-hash", "AC-3", "AC-4"], measure: measureAccounts },
  { goals: ["A3", "A16"], measure: measureCrowd },
  { goals: ["A8"], measure: measurePress },
  { goals: ["A-admin"], measure: measureAdminNumbers },
  { goals: ["A4"], measure: measureLighthouse },
];
