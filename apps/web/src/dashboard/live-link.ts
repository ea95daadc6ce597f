/** The client's link as the dashboard's parts see it. A link without the server's clock is not live: no deadline could be counted. [C2] */
import type { LiveState } from "@relaydeck/client/live/live-state";
import type { LinkFacts } from "./link-view.ts";

export function linkFactsOf(state: Pick<LiveState, "link" | "since" | "tries" | "clockOffsetMs" | "snapshot">): LinkFacts {
  const downSince = state.since === null ? null : state.since + (state.clockOffsetMs ?? 0);
  const { tries } = state;
  switch (state.link) {
    case "live":
      if (state.clockOffsetMs === null) return { link: "updating", phase: "updating", downSince: null, tries };
      return {
        link: state.snapshot?.status.isTokenRefused === true ? "refused" : "live",
        phase: "live",
        downSince: null,
        tries: 0,
      };
    case "idle":
    case "connecting":
      return { link: "updating", phase: "first", downSince, tries };
    case "updating":
      return { link: "updating", phase: "updating", downSince, tries };
    case "reconnecting":
    case "signed-out":
      return { link: "down", phase: "reconnecting", downSince, tries };
    case "no-network":
      return { link: "down", phase: "no-network", downSince, tries };
  }
}
