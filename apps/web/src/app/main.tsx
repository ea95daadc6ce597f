/** Starts the application in the page that the server sent. Nothing may run before the nonce is known. [HD-1] */
import "./nonce.ts";
import "../styles/app.css";
import "./frame.css";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { present } from "@relaydeck/kit/assert";
import { systemClock } from "@relaydeck/kit/clock";
import { languageOf } from "@relaydeck/contract/languages";
import { loadCommonTexts } from "../texts/load.ts";
import { App } from "./app.tsx";

const page = document.documentElement;
const language = languageOf(page.lang);
const root = createRoot(present(document.getElementById("root"), "The page has no #root"));
const common = await loadCommonTexts(language);
// In small steps, which leave the browser free in between. (A4)
startTransition(() =>
  root.render(
    <App
      start={{
        language,
        common,
        sessionOpen: page.dataset["session"] === "open",
        isDemo: page.dataset["demo"] === "true",
        hasGoogle: page.dataset["google"] === "true",
        clock: systemClock(),
      }}
    />,
  ),
);
