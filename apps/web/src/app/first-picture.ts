/**
 * The picture of a public page that came with its HTML: complete to look at, and inert until the page itself is there, so
 * that nothing typed into it can be lost or sent. Made by build/first-pictures.tsx; base.css hides #root behind it. [A3, A4]
 */
export const firstPictureId = "first";

/** The page is there: its picture goes in the same frame. */
export function endFirstPicture(): void {
  document.getElementById(firstPictureId)?.remove();
}
