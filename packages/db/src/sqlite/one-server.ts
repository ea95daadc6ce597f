/**
 * One server per file. Whoever serves takes all open commands for its own, so a second one would send what the first one has
 * under way. [C1, CM-7]
 *
 * The lock is SQLite's own, on an empty file beside the database that stays: the operating system frees it when the process
 * ends, however it ends. Not on the database itself, which other commands read and write beside the server.
 */
import { existsSync, realpathSync } from "node:fs";
import type { Disposer } from "@relaydeck/kit/disposer";
import { DatabaseRefused, driverError } from "../trouble.ts";
import { openConnection, type Connection } from "./connection.ts";
import { fileRefused, filePath, makePrivate } from "./file.ts";

/** Throws `DatabaseRefused` where another server has the file. On Postgres there may be as many as one likes. */
export function holdForServer(url: string): Disposer {
  if (!url.startsWith("file:")) return () => {};
  const path = filePath(url);
  try {
    makePrivate(path);
    const connection = locked(`${realpathSync(path)}.lock`);
    return () => void connection.close();
  } catch (error) {
    if (driverError(error).code !== "SQLITE_BUSY") throw fileRefused(path, error);
    throw new DatabaseRefused(`A server runs on the database file ${path} already. Stop that one first, or name another file.`);
  }
}

function locked(path: string): Connection {
  // Not where it is there: closing a file gives up every lock that this process has on it.
  if (!existsSync(path)) makePrivate(path);
  const connection = openConnection(path);
  try {
    connection.exec("begin exclusive");
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
