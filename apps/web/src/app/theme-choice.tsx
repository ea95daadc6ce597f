/** The theme that is shown, for menus that change it. */
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { present } from "@relaydeck/kit/assert";
import { showTheme, storedTheme, storeTheme, themeFor, type Theme } from "./theme.ts";

interface ThemeChoice {
  readonly theme: Theme;
  readonly choose: (theme: Theme) => void;
}

const ThemeContext = createContext<ThemeChoice | null>(null);

/** `inside`: the signed-in area is shown, which has another default. */
export function ThemeProvider(props: { inside: boolean; children: ReactNode }) {
  const [chosen, setChosen] = useState(storedTheme);
  const theme = themeFor(chosen, props.inside);
  useEffect(() => showTheme(theme), [theme]);
  const choice = useMemo<ThemeChoice>(
    () => ({
      theme,
      choose(next) {
        storeTheme(next);
        setChosen(next);
      },
    }),
    [theme],
  );
  return <ThemeContext value={choice}>{props.children}</ThemeContext>;
}

export function useTheme(): ThemeChoice {
  return present(useContext(ThemeContext), "ThemeProvider is missing above");
}
