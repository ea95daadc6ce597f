/**
 * The file of cookies: one Cookie header per line, readable by its owner alone, because each opens an account.
 *
 * Written beside and renamed at the end, so that a seeding that fails leaves what was there before.
 */
import { cookieName } from "@relaydeck/api/accounts/cookies";
import { err, ok, type Result } from "@relaydeck/kit/result";
import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

export class CookieFile {
  readonly #file: string | null;
  readonly #name: string;
  #open: number | null;
  count = 0;

  /** Without a file it takes nothing. The error is a sentence for the operator. */
  static begin(file: string | null, publicUrl: string): Result<CookieFile, string> {
    try {
      const open = file === null ? null : openSync(`${file}.new`, "w", 0o600);
      return ok(new CookieFile({ file, open, name: cookieName("session", publicUrl) }));
    } catch (error) {
      return err(`--sessions: ${file ?? ""} cannot be written (${error instanceof Error ? error.message : String(error)}).`);
    }
  }

  private constructor(parts: { file: string | null; open: number | null; name: string }) {
    this.#file = parts.file;
    this.#open = parts.open;
    this.#name = parts.name;
  }

  get isWanted(): boolean {
    return this.#open !== null;
  }

  add(tokens: readonly string[]): void {
    if (this.#open === null || tokens.length === 0) return;
    writeSync(this.#open, tokens.map((token) => `${this.#name}=${token}\n`).join(""));
    this.count += tokens.length;
  }

  /** Puts the file in its place. */
  finish(): void {
    if (this.#open === null || this.#file === null) return;
    closeSync(this.#open);
    this.#open = null;
    renameSync(`${this.#file}.new`, this.#file);
  }

  /** Takes away what was not finished; harmless afterwards. */
  discard(): void {
    if (this.#open === null) return;
    closeSync(this.#open);
    this.#open = null;
    rmSync(`${this.#file ?? ""}.new`, { force: true });
  }
}
