/** Giving a device up, and taking it back: by the toast for its five seconds, and by the strip as long as the page stands. [D30] */
import { useMemo, useState } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { useClient } from "../../app/client.tsx";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { useDashboardTexts, useTexts } from "../../texts/texts.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useRunning } from "../../ui/use-running.ts";

/** As far as a strip tells of it. */
export type RemovedDevice = Pick<Device, "id" | "name">;

export interface Removing {
  /** Those that this page has removed and that can still come back, in that order. */
  readonly removed: readonly RemovedDevice[];
  /** Ids of those, and of what is being removed: the stream may tell of the end before the answer comes. */
  readonly givenUp: ReadonlySet<string>;
  readonly removeDevice: (device: RemovedDevice) => void;
  readonly restoreDevice: (device: RemovedDevice) => void;
}

/** No answer came, but the card is gone: it was removed as asked. A refusal says itself what is so. */
export function isRemoved(id: string, error: unknown, devices: readonly Pick<Device, "id">[] | undefined): boolean {
  return messageOfServer(error) === null && devices !== undefined && devices.every((device) => device.id !== id);
}

export function useRemoving(): Removing {
  const { live } = useClient();
  const texts = useDashboardTexts().removal;
  const common = useTexts();
  const toasts = useToasts();
  const [removed, setRemoved] = useState<readonly RemovedDevice[]>([]);
  const [givenUp, setGivenUp] = useState<ReadonlySet<string>>(new Set());
  const { mutateAsync: remove } = trpc.devices.remove.useMutation();
  const [, run] = useRunning();
  const { mutateAsync: restore } = trpc.devices.restore.useMutation();
  const actions = useMemo(() => {
    const keep = (id: string) => setGivenUp((before) => new Set([...before].filter((other) => other !== id)));
    const forget = ({ id }: RemovedDevice) => {
      setRemoved((before) => before.filter((device) => device.id !== id));
      keep(id);
    };
    const fail = (title: string, error: unknown) =>
      void toasts.show({ title, body: messageOfServer(error) ?? common.pleaseTryAgain, tone: "bad" });
    // Each by itself, both ways: another one meanwhile, or the same one pressed again, takes none its end and its way back.
    const restoreDevice = (device: RemovedDevice) =>
      run(device.id, async () => {
        try {
          await restore({ deviceId: device.id });
        } catch (error) {
          return fail(texts.undoFailed, error);
        }
        // A list that was asked for before would tell that it is gone.
        live.afterChange();
        forget(device);
        toasts.show({ title: texts.restored(device.name), tone: "ok" });
      });
    const removeDevice = ({ id, name }: RemovedDevice) => {
      const tellRemoved = () => {
        setRemoved((before) => [...before.filter((device) => device.id !== id), { id, name }]);
        const action = { label: texts.undo, run: () => restoreDevice({ id, name }) };
        toasts.show({ title: texts.done, body: name, tone: "ok", action });
      };
      run(id, async () => {
        toasts.dismissFailures();
        setGivenUp((before) => new Set([...before, id]));
        try {
          await remove({ deviceId: id });
          live.afterChange();
          tellRemoved();
        } catch (error) {
          if (isRemoved(id, error, live.getState().snapshot?.devices)) return tellRemoved();
          keep(id);
          fail(texts.failed, error);
        }
      });
    };
    return { removeDevice, restoreDevice };
  }, [live, remove, restore, run, toasts, texts, common]);
  return { removed, givenUp, ...actions };
}
