/** The tokens that there are, newest first: what each may do, where, until when, and when it was last used. */
import { fromInstant } from "@relaydeck/contract/instants";
import type { Token } from "@relaydeck/contract/tokens";
import { useLive } from "../app/client.tsx";
import { useFormats } from "../texts/texts.tsx";
import { Badge } from "../ui/badge.tsx";
import { Instant, RelativeTime } from "../ui/time.tsx";
import { TokensRevoke } from "./tokens-revoke.tsx";
import { useTokensWords } from "./tokens-words.tsx";

/** Names of devices that one row shows; the others are counted. */
const namesShown = 3;

interface TokensListProps {
  tokens: readonly Token[];
  onRevoked: (token: Token) => void;
}

export function TokensList({ tokens, onRevoked }: TokensListProps) {
  return (
    <ul className="tokens plain">
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} onRevoked={onRevoked} />
      ))}
    </ul>
  );
}

function TokenRow({ token, onRevoked }: { token: Token; onRevoked: (token: Token) => void }) {
  const words = useTokensWords();
  const devices = useDevicesInWords(token.deviceIds);
  return (
    <li className="token">
      <div className="token-facts">
        <p className="token-name">
          <span>{token.name}</span> <Badge>{words.scopes[token.scope]}</Badge>
        </p>
        <p className="token-meta">{devices}</p>
        <p className="token-meta">
          <End token={token} />
          <span aria-hidden="true"> · </span>
          <LastUse at={token.lastUsedAt} />
        </p>
      </div>
      <TokensRevoke token={token} onRevoked={onRevoked} />
    </li>
  );
}

function End({ token: { expiresAt, hasEnded } }: { token: Token }) {
  const words = useTokensWords();
  const formats = useFormats();
  if (expiresAt === null) return <span>{words.endless}</span>;
  const at = fromInstant(expiresAt);
  return <Instant at={at} shown={(hasEnded ? words.ended : words.ends)(formats.date(at))} />;
}

function LastUse({ at }: { at: string | null }) {
  const words = useTokensWords();
  if (at === null) return <span>{words.neverUsed}</span>;
  return (
    <span>
      {words.lastUsed} <RelativeTime at={fromInstant(at)} isWithin />
    </span>
  );
}

function useDevicesInWords(deviceIds: readonly string[] | null): string {
  const words = useTokensWords();
  const devices = useLive((state) => state.snapshot?.devices);
  if (deviceIds === null) return words.allDevices;
  const nameOf = (id: string) => devices?.find((device) => device.id === id)?.name ?? words.goneDevice;
  const names = deviceIds.slice(0, namesShown).map(nameOf);
  const more = deviceIds.length - names.length;
  if (names.length === 1 && more === 0) return words.oneDevice(names[0] ?? "");
  return words.someDevices([...names, ...(more > 0 ? [words.andMore(more)] : [])].join(", "));
}
