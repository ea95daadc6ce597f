/**
 * The one look at a new token. It stands in the page and not in a dialog, so that no stray press takes it away; it is in
 * this component's memory alone and goes with it. [HD-4]
 */
import { useEffect, useId, useRef, useState } from "react";
import type { CreatedToken } from "@relaydeck/contract/tokens";
import { writeToClipboard } from "../app/clipboard.ts";
import { useAnnounce } from "../ui/announcer.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { useTokensWords } from "./tokens-words.tsx";

export function TokensShown({ token, onDone }: { token: CreatedToken; onDone: () => void }) {
  const words = useTokensWords().shown;
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const announce = useAnnounce();
  const spoken = `${words.title(token.name)}. ${words.once}`;
  useEffect(() => {
    whole.current?.scrollIntoView({ block: "nearest" });
    announce(spoken);
  }, [announce, spoken]);
  return (
    <div className="token-shown" role="group" aria-labelledby={id} ref={whole}>
      <h3 id={id}>
        <Icon name="disc-tick" size={18} />
        <span>{words.title(token.name)}</span>
      </h3>
      <p>{words.once}</p>
      <TokenText text={token.token} />
      <p className="token-meta">
        {words.how} <code>Authorization: Bearer rd_…</code>
      </p>
      <div>
        <Button onClick={onDone}>{words.done}</Button>
      </div>
    </div>
  );
}

function TokenText({ text }: { text: string }) {
  const words = useTokensWords().shown;
  const announce = useAnnounce();
  const input = useRef<HTMLInputElement>(null);
  const [copying, setCopying] = useState<"not yet" | "done" | "failed">("not yet");
  async function copy() {
    const isCopied = await writeToClipboard(text);
    setCopying(isCopied ? "done" : "failed");
    announce(isCopied ? words.copied : words.copyFailed, { urgent: !isCopied });
    if (!isCopied) input.current?.select();
  }
  return (
    <div>
      <div className="token-text">
        <input
          ref={input}
          className="input code"
          aria-label={words.label}
          readOnly
          value={text}
          onFocus={(event) => event.target.select()}
        />
        <Button kind="primary" {...(copying === "done" ? { icon: "tick" } : {})} onClick={() => void copy()}>
          {copying === "done" ? words.copied : words.copy}
        </Button>
      </div>
      {copying === "failed" && (
        <p className="field-error">
          <Icon name="triangle" />
          <span>{words.copyFailed}</span>
        </p>
      )}
    </div>
  );
}
