/** What the address bar's `message` stands for; words come from the catalogue, never from the address. [D13, HD-3] */
import type { GoogleReturn } from "@relaydeck/contract/google-sign-in";
import type { PublicTexts } from "../texts/en/public.ts";
import { usePublicTexts } from "../texts/texts.tsx";
import { Notice } from "./notice.tsx";

export function LoginMessage(props: { message: string | null }) {
  const texts = usePublicTexts();
  const { message } = props;
  if (message === null || !/^(?:google-|link-google$)/.test(message)) return null;
  if (message === "google-not-configured") return <Said tone="warn" sentence={texts.google.unavailable} />;
  if (message === "link-google") return <Said tone="info" sentence={texts.login.linkGoogle} />;
  const known = refusals.get(message);
  return <Said tone={message === "google-cancelled" ? "warn" : "bad"} sentence={texts.google[known ?? "failed"]} />;
}

function Said(props: { tone: "warn" | "bad" | "info"; sentence: string }) {
  return (
    <Notice tone={props.tone} icon={props.tone === "bad" ? "triangle" : "info"}>
      <p>{props.sentence}</p>
    </Notice>
  );
}

type Refused = Exclude<GoogleReturn, "google-not-configured" | "link-google" | "second-step">;

type GoogleText = keyof PublicTexts["google"];

/** Words for each way in which Google's return can be refused; a new one without words is a type error. */
const wordOf: Readonly<Record<Refused, GoogleText>> = {
  "google-cancelled": "cancelled",
  "google-expired": "expired",
  "google-unreachable": "unreachable",
  "google-unverified": "unverified",
  "google-other-account": "otherAccount",
  "google-too-many": "tooMany",
  "google-failed": "failed",
};
const refusals: ReadonlyMap<string, GoogleText> = new Map(Object.entries(wordOf));
