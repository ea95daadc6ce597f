/** Leaving what somebody else shares. It asks once, because there is no way back of one's own. */
import type { RefObject } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { isCode } from "../../public/failures.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Banner } from "../../ui/feedback.tsx";
import { useDashboardData } from "../data.tsx";
import { useSharingWords } from "./sharing-words.tsx";

interface LeaveDialogProps {
  device: Device;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  openedFrom: RefObject<HTMLElement | null>;
}

/** Its end tells the live stream: the card goes, with a note where it stood. */
export function LeaveDialog({ device, open, onOpenChange, openedFrom }: LeaveDialogProps) {
  const words = useSharingWords().leave;
  const { shares } = useDashboardData();
  const share = shares?.get(device.id);
  const utils = trpc.useUtils();
  const announce = useAnnounce();
  const leave = trpc.shares.leave.useMutation({
    onSuccess: () => onOpenChange(false),
    onError: (error) => announce(messageOfServer(error) ?? words.failed, { urgent: true }),
    onSettled: () => utils.devices.shared.invalidate(),
  });
  const owner =
    share === undefined ? words.owner : `${share.owner.firstName} ${share.owner.lastName}`.trim() || share.owner.email;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      openedFrom={openedFrom}
      title={words.title(device.name)}
      description={words.text(owner)}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{words.stay}</Button>
          <Button
            kind="danger"
            busy={leave.isPending && words.submitting}
            onClick={() => share !== undefined && leave.mutate({ shareId: share.id })}
          >
            {words.submit}
          </Button>
        </>
      }
    >
      {leave.isError && !isCode(leave.error, "NOT_FOUND") && (
        <Banner tone="bad" icon="triangle">
          {messageOfServer(leave.error) ?? words.failed}
        </Banner>
      )}
    </Dialog>
  );
}
