import { createContext } from "react";

/** Whether this installation knows Google; the server has written it into the page. [GO-5] */
export const GoogleOffered = createContext(false);
