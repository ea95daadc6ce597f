import { present } from "@relaydeck/kit/assert";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { postgresRefused } from "../postgres/migrate.ts";

/** One connection of its own, on which statements may take their time. */
function connect(url: string): Sql {
  return postgres(url, {
    max: 1,
    connect_timeout: 10,
    onnotice: () => {},
    fetch_types: false,
    keep_alive: 5,
    max_lifetime: 0,
    connection: { application_name: "relaydeck", client_min_messages: "warning", statement_timeout: 0 },
  });
}

/** Runs `work` in one transaction. Trouble in beginning it is one sentence; what `work` throws is thrown on. */
export async function inTransaction<R>(url: string, options: string, work: (tx: TransactionSql) => Promise<R>): Promise<R> {
  const client = connect(url);
  let hasBegun = false;
  try {
    const done: { value: R }[] = [];
    await client.begin(options, async (tx) => {
      hasBegun = true;
      done.push({ value: await work(tx) });
    });
    return present(done[0], "A transaction that ended well has done its work").value;
  } catch (error) {
    throw hasBegun ? error : postgresRefused(error);
  } finally {
    await client.end({ timeout: 1 });
  }
}
