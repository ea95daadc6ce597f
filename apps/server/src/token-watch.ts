/**
 * What follows when the cloud refuses our token: the operator is told once, everybody sees the hop as down, and one call a
 * minute asks whether it is good again, because with inert controls nobody else would ask. [S17-4]
 */
import type { Deps } from "@relaydeck/api/deps";
import type { Disposer } from "@relaydeck/kit/disposer";
import { probeEveryMs } from "@relaydeck/provider/token-gate";

interface TokenWatchDeps extends Pick<Deps, "clock" | "log" | "provider" | "link"> {
  /** Tells every viewer. */
  readonly tell: () => void;
}

export class TokenWatch {
  readonly #deps: TokenWatchDeps;
  #stopTimer: Disposer = () => {};

  constructor(deps: TokenWatchDeps) {
    this.#deps = deps;
  }

  /** Refused since that moment (epoch ms), or good again. */
  turned(refusedSince: number | null): void {
    const { log, link, tell } = this.#deps;
    this.#stopTimer();
    link.refuseToken(refusedSince !== null);
    tell();
    if (refusedSince === null) return log.info("provider.token-accepted");
    log.error("provider.token-refused", { action: "Check PARTICLE_ACCESS_TOKEN; nothing can be switched until it is good" });
    this.#probeLater();
  }

  stop(): void {
    this.#stopTimer();
  }

  /** Where the event stream asks first, or a command does, this one is withheld and costs nothing. */
  #probeLater(): void {
    this.#stopTimer = this.#deps.clock.after(probeEveryMs, () => {
      this.#probeLater();
      void this.#deps.provider.listDevices();
    });
  }
}
