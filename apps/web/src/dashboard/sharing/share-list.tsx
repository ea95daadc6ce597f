/** Who has access and who is invited. A revoked row stays as a strip with its undo as long as the page stands. */
import { useId } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { fromInstant } from "@relaydeck/contract/instants";
import type { Share } from "@relaydeck/contract/shares";
import { trpc } from "../../app/trpc.ts";
import { useFormats, useTexts } from "../../texts/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState, SkeletonRows } from "../../ui/feedback.tsx";
import { Instant, useNow } from "../../ui/time.tsx";
import { useForgetting, type Removal } from "../removals.tsx";
import { isOfSamePerson, stillRevoked } from "./revoked.ts";
import { useSharingWords } from "./sharing-words.tsx";
import { useRevoking, type Revoking } from "./use-revoking.ts";

interface ShareListProps {
  device: Device;
  removal: Removal<Share>;
  onChange: (share: Share) => void;
}

export function ShareList({ device, removal, onChange }: ShareListProps) {
  const words = useSharingWords().list;
  const texts = useTexts();
  const headingId = useId();
  const shares = trpc.shares.list.useQuery({ deviceId: device.id });
  const revoking = useRevoking(device, removal);
  useForgetting(removal, { data: shares.data ?? null, isOld: shares.isError || shares.isStale }, isOfSamePerson);
  const gone = stillRevoked(
    removal.removed.filter(({ deviceId }) => deviceId === device.id),
    shares.data ?? [],
  );
  return (
    <section className="share-people" aria-labelledby={headingId}>
      <h3 id={headingId}>{words.heading}</h3>
      {shares.data === undefined ? (
        shares.isError ? (
          <EmptyState icon="triangle" action={<Button onClick={() => void shares.refetch()}>{texts.tryAgain}</Button>}>
            {words.failed}
          </EmptyState>
        ) : (
          <SkeletonRows rows={2} height={64} />
        )
      ) : (
        <>
          {shares.data.length === 0 && <EmptyState icon="user">{words.empty}</EmptyState>}
          <ul className="plain shares" aria-labelledby={headingId}>
            {shares.data.map((share) => (
              <ShareRow key={share.id} share={share} revoking={revoking} onChange={onChange} />
            ))}
            {gone.map((share) => (
              <RevokedRow key={share.id} share={share} revoking={revoking} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function ShareRow({ share, revoking, onChange }: { share: Share; revoking: Revoking } & Pick<ShareListProps, "onChange">) {
  const words = useSharingWords();
  const { email } = share.sharedWith;
  return (
    <li className="share" data-thing={share.id}>
      <div className="share-facts">
        <p className="share-email">
          <span>{email}</span> <Badge>{words.list.permissions[share.permission]}</Badge>
        </p>
        {share.pending && <p className="share-meta">{words.form.waits}</p>}
        <p className="share-meta">
          {words.list.ends} <End share={share} />
        </p>
      </div>
      <div className="share-actions">
        <Button size="small" aria-label={words.list.changeNamed(email)} onClick={() => onChange(share)}>
          {words.list.change}
        </Button>
        <Button
          size="small"
          aria-label={words.list.revokeNamed(email)}
          busy={revoking.running.has(share.id) && words.list.revoking}
          onClick={() => revoking.revoke(share)}
        >
          {words.list.revoke}
        </Button>
      </div>
    </li>
  );
}

function End({ share: { expiresAt } }: { share: Share }) {
  const words = useSharingWords().list;
  const formats = useFormats();
  const now = useNow(60_000);
  if (expiresAt === null) return <span>{words.never}</span>;
  const at = fromInstant(expiresAt);
  return <Instant at={at} shown={formats.time(at, now)} />;
}

function RevokedRow({ share, revoking }: { share: Share; revoking: Revoking }) {
  const words = useSharingWords().list;
  const { email } = share.sharedWith;
  return (
    <li className="share share-revoked" data-thing={share.id}>
      <p className="share-meta">{words.doneFor(email)}</p>
      <Button
        size="small"
        aria-label={words.undoNamed(email)}
        busy={revoking.running.has(share.id) && words.undo}
        onClick={() => revoking.restore(share)}
      >
        {words.undo}
      </Button>
    </li>
  );
}
