/** The start page's own script: the picture, the footer's two lists, the word after logging out. Nothing else of the application. */
import "./landing.css";
import { sleep, systemClock, type Clock } from "@relaydeck/kit/clock";
import { languages } from "@relaydeck/contract/languages";
import { chooseLanguage } from "../../app/language.ts";
import { takeNote } from "../../app/note.ts";
import { showTheme, storedTheme, storeTheme, themeFor, themes } from "../../app/theme.ts";
import { playPicture } from "./play-picture.ts";

const noteMs = 5_000;

const clock = systemClock();
offerTheme();
offerLanguage();
void showNote(clock);
const picture = document.querySelector<HTMLElement>("[data-picture]");
if (picture !== null && !matchMedia("(prefers-reduced-motion: reduce)").matches) playPicture(picture, clock);

function offerTheme(): void {
  const list = document.querySelector<HTMLSelectElement>('[data-choice="theme"]');
  if (list === null) return;
  list.value = themeFor(storedTheme(), false);
  let stopFollowing = showTheme(themeFor(storedTheme(), false));
  list.addEventListener("change", () => {
    const theme = themes.find((candidate) => candidate === list.value);
    if (theme === undefined) return;
    storeTheme(theme);
    stopFollowing();
    stopFollowing = showTheme(theme);
  });
}

function offerLanguage(): void {
  const list = document.querySelector<HTMLSelectElement>('[data-choice="language"]');
  list?.addEventListener("change", () => {
    const language = languages.find((candidate) => candidate === list.value);
    if (language !== undefined) chooseLanguage(language);
  });
}

async function showNote(clock: Clock): Promise<void> {
  const note = takeNote();
  const toast = document.querySelector<HTMLElement>(`[data-note="${note}"]`);
  if (toast === null) return;
  toast.hidden = false;
  toast.querySelector("[data-dismiss]")?.addEventListener("click", () => (toast.hidden = true));
  await sleep(clock, noteMs);
  // As every toast, it waits for whoever is just reading or reaching it.
  while (toast.matches(":hover, :focus-within")) await sleep(clock, noteMs / 10);
  toast.hidden = true;
}
