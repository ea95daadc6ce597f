/** What the leader does: it listens to the cloud, and does what time alone asks of the installation. [architecture 5] */
import { startLeaderPasses } from "@relaydeck/api/compose";
import type { Deps } from "@relaydeck/api/deps";
import { Disposers } from "@relaydeck/kit/disposer";
import type { Listener } from "../listener.ts";
import type { Duty } from "./leadership.ts";

export function leaderDuty(deps: Deps, listener: Listener): Duty {
  let passes = new Disposers();
  const standBy = () => void deps.link.moveTo("standby", deps.clock.now());
  return {
    begin(heardUntil) {
      passes = startLeaderPasses(deps);
      listener.begin(heardUntil);
    },
    async end() {
      passes.dispose();
      await listener.stop();
      standBy();
    },
    heardAt: () => listener.heardAt,
    standBy,
  };
}
