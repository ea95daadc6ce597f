import decodeQR from "qr/decode.js";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import TwoStepPicture from "./two-step-picture.tsx";

const uri =
  "otpauth://totp/Relaydeck:maria%40relaydeck.test?issuer=Relaydeck&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30";
const markup = renderToStaticMarkup(<TwoStepPicture uri={uri} label="QR code" />);

/** What a camera would see: the path's rectangles in black on white, eight pixels to a module. */
function pixels(svg: string, scale = 8) {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const side = size * scale;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x = "", y = "", length = ""] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1)
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column += 1)
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
  }
  return { width: side, height: side, data };
}

test("[AD-2] the picture reads back as the set-up", () => {
  expect(decodeQR(pixels(markup))).toBe(uri);
});

test("[HD-1] it is inline SVG without style attributes, scripts or anything from elsewhere, and has a name", () => {
  expect(markup).toMatch(/^<svg [^>]*role="img" aria-label="QR code"/);
  expect(markup).not.toMatch(/style=|<script|<image|href|url\(|data:/);
});
