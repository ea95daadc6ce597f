/** What the address bar's `message` stands for; words come from the catalogue, never from the address. [D13, HD-3] */
import type { GoogleReturn } from "@relaydeck/contract/google-sign-in";
import type { GoogleWords } from "../texts/google.en.ts";
import { usePublicTexts } from "../texts/texts.tsx";
import { useGoogleWords } from "./google-words.ts";
import { Notice } from "./notice.tsx";

export function LoginMessage(props: { message: string | null }) {
  const texts = usePublicTexts();
  const words = useGoogleWords();
  const { message } = props;
  if (message === null || !/^(?:google-|link-google$)/.test(message)) return null;
  if (message === "google-not-configured") return <Said tone="warn" sentence={texts.google.unavailable} />;
  if (message === "link-google") return <Said tone="info" sentence={texts.login.linkGoogle} />;
  const known = refusals.get(message);
  return <Said tone={message === "google-cancelled" ? "warn" : "bad"} sentence={words[known ?? "failed"]} />;
}

function Said(props: { tone: "warn" | "bad" | "info"; sentence: string }) {
  return (
    <Notice tone={props.tone} icon={props.tone === "bad" ? "triangle" : "info"}>
      <p>{props.sentence}</p>
    </Notice>
  );
}

type Refused = Exclude<GoogleReturn, "google-not-configured" | "link-google" | "second-step">;

/** Words for each way in which Google's return can be refused; a new one without words is a type error. */
const wordOf: Readonly<Record<Refused, keyof GoogleWords>> = {
  "google-cancelled": "cancelled",
  "google-expired": "expired",
  "google-unreachable": "unreachable",
  "google-unverified": "unverified",
  "google-other-account": "otherAccount",
  "google-too-many": "tooMany",
  "google-failed": "failed",
};
const refusals: ReadonlyMap<string, keyof GoogleWords> = new Map(Object.entries(wordOf));
