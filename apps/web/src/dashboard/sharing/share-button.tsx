/** “Share” in the head of one's own device; its dialog is fetched at the first press. */
import { lazy, Suspense, useRef, useState } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { useDashboardTexts } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog.tsx")).ShareDialog }));

export function ShareButton({ device }: { device: Device }) {
  const texts = useDashboardTexts().device;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  if (device.userPermission !== "owner") return null;
  return (
    <>
      <Button
        ref={button}
        size="small"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={texts.shareNamed(device.name)}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        {texts.share}
      </Button>
      {isWanted && (
        <Suspense>
          <ShareDialog device={device} open={isOpen} onOpenChange={setOpen} openedFrom={button} />
        </Suspense>
      )}
    </>
  );
}
