import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { common } from "../../texts/en/shell.ts";
import { TextsProvider } from "../../texts/texts.tsx";
import { OutcomeBars } from "./outcome-bars.tsx";

test("[D27, D52] what a device answered without a proof is told apart from what is confirmed, and never called done", () => {
  const days = [{ date: "2026-11-23", successful: 4, confirmed: 3, failed: 1, unconfirmed: 0 }];
  const html = renderToStaticMarkup(
    <TextsProvider language="en" common={common} timeZone="UTC">
      <OutcomeBars days={days} />
    </TextsProvider>,
  );
  expect(html).toContain("3 confirmed, 1 only answered, 1 failed, 0 unconfirmed");
  expect(html).not.toMatch(/done/i);
  // The bar is as high as the day has commands.
  expect(html).toContain(">5<");
});
