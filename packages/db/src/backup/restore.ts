/**
 * Rows of a backup into an empty database of either kind, in one transaction: all of it, or nothing. [DA-1, EX-3]
 *
 * The tables are made as they were when the backup was; the migrations since then run on the rows.
 */
import { knownMigrations, missingMigrations, type Migration } from "../migrations.ts";
import { DatabaseRefused, driverError, troubleOf } from "../trouble.ts";
import { leftOutNames, tableNames, type HeldRow, type HeldTable } from "./held.ts";
import { withPostgresTarget } from "./postgres-target.ts";
import { settling } from "./settle.ts";
import { withSqliteTarget } from "./sqlite-target.ts";

export interface Portion {
  readonly table: HeldTable;
  readonly rows: readonly HeldRow[];
}

interface Backup {
  /** Names of the migrations that had made its tables. */
  readonly migrations: readonly string[];
  /** What this throws undoes everything and is thrown on. */
  portions(): AsyncIterable<Portion>;
  /** Told what begins now that all rows are there. */
  onStep(what: string): void;
}

/** One database's side, within the transaction. */
export interface Target {
  readonly dialect: "sqlite" | "postgres";
  tables(): Promise<readonly string[]>;
  columns(table: string): Promise<readonly string[]>;
  holdsRows(table: string): Promise<boolean>;
  /** Makes the table of migrations if it is missing, and gives what was applied. */
  applied(): Promise<readonly number[]>;
  apply(migration: Migration): Promise<void>;
  insert(portion: Portion): Promise<void>;
  run(statement: string): Promise<void>;
  /** What this kind needs at the end. */
  readonly last: { readonly what: string; run(): Promise<void> };
}

/**
 * Throws `DatabaseRefused` with one sentence when the database is not empty or does not take the rows; it is then as it was
 * before. What somebody ends in the middle leaves it so, too.
 */
export function restoreInto(url: string, backup: Backup): Promise<void> {
  const withTarget = url.startsWith("file:") ? withSqliteTarget : withPostgresTarget;
  return withTarget(url, (target) => fill(target, backup));
}

/** Whether this program knows all that had made those tables. */
export function knowsMigrations(names: readonly string[]): boolean {
  const known = new Set([...knownMigrations("sqlite"), ...knownMigrations("postgres")].map(({ name }) => name));
  return names.every((name) => known.has(name));
}

async function fill(target: Target, backup: Backup): Promise<void> {
  await refuseUnlessEmpty(target);
  const { before, after } = await stepsTo(target, backup.migrations);
  for (const migration of before) await target.apply(migration);
  const guard = new Guard(target);
  for await (const portion of backup.portions()) {
    await guard.check(portion.table);
    await stored(portion.table.name, () => target.insert(portion));
  }
  for (const migration of after) {
    backup.onStep(`migration ${migration.name}`);
    await target.apply(migration);
  }
  backup.onStep("settling what was under way");
  for (const statement of settling) await target.run(statement);
  backup.onStep(target.last.what);
  await target.last.run();
}

async function refuseUnlessEmpty(target: Target): Promise<void> {
  const tables = await target.tables();
  if (tables.length === 0) return;
  const ours = tables.includes("schema_migrations") ? tables.filter((name) => tableNames.includes(name)) : [];
  const full: string[] = [];
  for (const name of ours) if (await target.holdsRows(name)) full.push(name);
  if (ours.length === 0 || full.length > 0)
    throw new DatabaseRefused("The database is not empty. A backup is restored into an empty one only; name another.");
}

/** What is applied before the rows come, and what after. */
async function stepsTo(target: Target, names: readonly string[]): Promise<{ before: Migration[]; after: Migration[] }> {
  const known = knownMigrations(target.dialect);
  const applied = await target.applied();
  const missing = missingMigrations(known, applied);
  const last = known.findLast(({ name }) => names.includes(name))?.madeAt ?? 0;
  if (applied.some((madeAt) => madeAt > last))
    throw new DatabaseRefused("The tables of this database are newer than the backup. Name a database without tables.");
  return { before: missing.filter(({ madeAt }) => madeAt <= last), after: missing.filter(({ madeAt }) => madeAt > last) };
}

/** Names in a backup become part of statements, so they have to be names of what is there. */
class Guard {
  readonly #target: Target;
  readonly #checked = new Set<HeldTable>();

  constructor(target: Target) {
    this.#target = target;
  }

  async check(table: HeldTable): Promise<void> {
    if (this.#checked.has(table)) return;
    const tables = await this.#target.tables();
    const isHeld = tables.includes(table.name) && table.name !== "schema_migrations" && !leftOutNames.has(table.name);
    if (!isHeld) throw unknownName(table.name);
    const columns = await this.#target.columns(table.name);
    const unknown = table.columns.find(({ name }) => !columns.includes(name));
    if (unknown !== undefined) throw unknownName(unknown.name);
    this.#checked.add(table);
  }
}

function unknownName(name: string): DatabaseRefused {
  return new DatabaseRefused(`The backup is none of this program's: it names "${name}".`);
}

async function stored(table: string, insert: () => Promise<void>): Promise<void> {
  try {
    await insert();
  } catch (error) {
    const { message } = driverError(error);
    throw troubleOf(error) ?? new DatabaseRefused(`The database does not take the rows of ${table}: ${message}.`);
  }
}
