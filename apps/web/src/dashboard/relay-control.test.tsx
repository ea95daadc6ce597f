import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { common } from "../texts/en/shell.ts";
import { dashboard } from "../texts/en/dashboard.ts";
import { DashboardTextsProvider, TextsProvider } from "../texts/texts.tsx";
import { RelayControl } from "./relay-control.tsx";
import type { RelayFacts } from "./relay-truth.ts";
import { relayView } from "./relay-view.ts";
import { aCommand, anAttempt, facts } from "./testing/builders.ts";

function markup(given: RelayFacts): string {
  return renderToStaticMarkup(
    <TextsProvider language="en" common={common}>
      <DashboardTextsProvider texts={dashboard}>
        <RelayControl view={relayView(given)} nameId="name" truthId="truth" onPress={() => {}} onInertPress={() => {}} />
      </DashboardTextsProvider>
    </TextsProvider>,
  );
}

/** The elements without what a state may change in them. */
function skeleton(html: string): string {
  return html
    .replaceAll(/<svg.*?<\/svg>/g, "")
    .replaceAll(/ (?:data-(?:look|ring|unknown)|aria-(?:pressed|disabled))="[^"]*"/g, "");
}

const states: Readonly<Record<string, RelayFacts>> = {
  on: facts(),
  off: facts({ relay: { state: "off" } }),
  unknown: facts({ relay: { state: "unknown", stateAt: null } }),
  requested: facts({ attempt: anAttempt() }),
  sent: facts({ relay: { command: aCommand() } }),
  unconfirmed: facts({ relay: { command: aCommand({ state: "unconfirmed" }) } }),
  failed: facts({ relay: { command: aCommand({ state: "failed" }) } }),
  offline: facts({ device: { status: "offline" } }),
  "link down": facts({ link: "down" }),
};

describe("the relay control", () => {
  test("is a named group of two real buttons, never a switch or radios", () => {
    const html = markup(facts());
    expect(html).toContain('role="group" aria-labelledby="name" aria-describedby="truth"');
    expect(html.match(/<button type="button"/g)).toHaveLength(2);
    expect(html).not.toMatch(/role="(?:switch|radio)/);
  });

  test.each(Object.entries(states))("[A10] has the same elements when %s", (_name, given) => {
    expect(skeleton(markup(given))).toBe(skeleton(markup(facts())));
  });

  test("unknown presses neither; a wish rings its target and leaves the report where it is", () => {
    expect(markup(facts({ relay: { state: "unknown", stateAt: null } })).match(/aria-pressed="false"/g)).toHaveLength(2);
    const wish = markup(facts({ attempt: anAttempt() }));
    expect(wish).toMatch(/data-target="off" data-look="plain" data-ring="" aria-pressed="false" aria-disabled="true"/);
    expect(wish).toMatch(/data-target="on" data-look="solid" aria-pressed="true" aria-disabled="true"/);
  });

  test("an inert button can be focused and pressed: it is never disabled", () => {
    expect(markup(facts({ link: "down" }))).not.toMatch(/ disabled/);
  });
});
