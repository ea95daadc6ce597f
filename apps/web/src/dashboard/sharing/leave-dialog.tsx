/** Leaving what somebody else shares. It asks once, because there is no way back of one's own. */
import { useEffect, useRef, useState, type RefObject } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { messageOfServer } from "../../app/server-message.ts";
import { useClient } from "../../app/client.tsx";
import { trpc } from "../../app/trpc.ts";
import { isCode } from "../../public/failures.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Banner } from "../../ui/feedback.tsx";
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
  const shared = trpc.devices.shared.useQuery();
  const shareIn = (read: typeof shared.data) => read?.find(({ id }) => id === device.id)?.share;
  const share = shareIn(shared.data);
  const [asked, setAsked] = useState<"not" | "reading" | "in-vain">("not");
  const { live } = useClient();
  const utils = trpc.useUtils();
  const announce = useAnnounce();
  const leave = trpc.shares.leave.useMutation({
    onSuccess: ended,
    // Ended meanwhile by whoever gave it, or by an answer that was lost: it is as was asked.
    onError: (error) =>
      isCode(error, "NOT_FOUND") ? ended() : announce(messageOfServer(error) ?? words.failed, { urgent: true }),
    onSettled: () => utils.devices.shared.invalidate(),
  });
  /** What is asked and still meant: nothing any more once the dialog is closed, or gone with its card. */
  const meant = useRef<symbol>(null);
  useEffect(() => () => void (meant.current = null), []);
  function turn(isOpen: boolean) {
    meant.current = null;
    setAsked("not");
    if (leave.isError) leave.reset();
    onOpenChange(isOpen);
  }
  function ended() {
    live.afterChange();
    turn(false);
  }
  /** By which share it is seen may not be read yet, or could not be. */
  async function submit() {
    const question = Symbol();
    meant.current = question;
    setAsked("reading");
    const read = share === undefined ? await shared.refetch() : shared;
    if (meant.current !== question) return;
    const found = share ?? shareIn(read.data);
    setAsked(found === undefined && read.isError ? "in-vain" : "not");
    if (found !== undefined) leave.mutate({ shareId: found.id });
    else if (read.isError) announce(words.failed, { urgent: true });
    else ended();
  }
  const owner =
    share === undefined ? words.owner : `${share.owner.firstName} ${share.owner.lastName}`.trim() || share.owner.email;
  const refusal = leave.isError && !isCode(leave.error, "NOT_FOUND") ? (messageOfServer(leave.error) ?? words.failed) : null;
  const failure = asked === "in-vain" ? words.failed : refusal;
  return (
    <Dialog
      open={open}
      onOpenChange={turn}
      openedFrom={openedFrom}
      title={words.title(device.name)}
      description={words.text(owner)}
      actions={
        <>
          <Button onClick={() => turn(false)}>{words.stay}</Button>
          <Button kind="danger" busy={(leave.isPending || asked === "reading") && words.submitting} onClick={() => void submit()}>
            {words.submit}
          </Button>
        </>
      }
    >
      {failure !== null && (
        <Banner tone="bad" icon="triangle">
          {failure}
        </Banner>
      )}
    </Dialog>
  );
}
