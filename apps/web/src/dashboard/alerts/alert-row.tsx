/** One alert: what it tells, where to and when last, its switch, and its end with an undo. */
import type { Alert } from "@relaydeck/contract/alerts";
import { fromInstant } from "@relaydeck/contract/instants";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { useSituation } from "../data.tsx";
import { useAlertsWords } from "./alerts-words.tsx";
import { lastMail, mailTold } from "./last-mail.ts";
import type { Changing } from "./use-changing.ts";
import { useNewestNotice } from "./use-notices.ts";

interface RowProps {
  alert: Alert;
  changing: Changing;
}

export function AlertRow({ alert, changing }: RowProps) {
  const { list, types } = useAlertsWords();
  const type = types[alert.alertType];
  const state = alert.enabled ? list.active : list.disabled;
  return (
    <li className="alert-row" data-thing={alert.id}>
      <div className="alert-facts">
        <p className="alert-type">{type}</p>
        <p className="alert-meta">
          <span>{alert.emailAddress}</span> · <LastSent alert={alert} />
        </p>
      </div>
      <div className="alert-actions">
        <button
          type="button"
          role="switch"
          className="alert-switch"
          aria-checked={alert.enabled}
          aria-label={list.switchNamed(type, state)}
          onClick={() => changing.enable(alert, !alert.enabled)}
        >
          <span className="alert-knob" aria-hidden="true" />
          <Badge tone={alert.enabled ? "ok" : "off"}>{state}</Badge>
        </button>
        <Button
          size="small"
          aria-label={list.removeNamed(type)}
          busy={changing.running.has(alert.id) && list.remove}
          onClick={() => changing.remove(alert)}
        >
          {list.remove}
        </Button>
      </div>
    </li>
  );
}

function LastSent({ alert }: { alert: Alert }) {
  const words = useAlertsWords().list;
  const at = alert.lastTriggered;
  if (at === null) return <span>{words.neverSent}</span>;
  return (
    <span>
      <LastMail alert={alert} /> <RelativeTime at={fromInstant(at)} isWithin />
    </span>
  );
}

/** Read for itself: a busy alert on the same device pushes the notice of a quiet one far down its list. [D49] */
function LastMail({ alert }: { alert: Alert }) {
  const words = useAlertsWords().list;
  const { isDemo } = useSituation();
  return words.lastMail[mailTold(lastMail(alert, useNewestNotice(alert)), isDemo)];
}

export function RemovedRow({ alert, changing }: RowProps) {
  const { list, types } = useAlertsWords();
  const type = types[alert.alertType];
  return (
    <li className="alert-row" data-thing={alert.id}>
      <p className="alert-meta">{list.removedNamed(type)}</p>
      <Button
        size="small"
        aria-label={list.undoNamed(type)}
        busy={changing.running.has(alert.id) && list.undo}
        onClick={() => changing.restore(alert)}
      >
        {list.undo}
      </Button>
    </li>
  );
}
