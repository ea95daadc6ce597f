/**
 * The footer of public pages: theme, language, and the way to the administrator's sign-in. Drawn by the application and, without handlers, into the prerendered
 * start page, whose own script finds the two lists by `data-choice`.
 */
import type { CommonTexts } from "../texts/en/shell.ts";
import { languages, type Language } from "@relaydeck/contract/languages";
import { paths } from "./paths.ts";
import { themes, type Theme } from "./theme.ts";

interface SiteFooterProps {
  texts: CommonTexts;
  theme: Theme;
  language: Language;
  onTheme?: (theme: Theme) => void;
  onLanguage?: (language: Language) => void;
  /** The page is that which the footer of all others leads to. */
  isAdministration?: boolean;
}

export function SiteFooter({ texts, theme, language, onTheme, onLanguage, isAdministration = false }: SiteFooterProps) {
  const names: Record<Language, string> = { en: texts.language.english, de: texts.language.german };
  return (
    <footer className="site-footer" aria-label={texts.footer.label}>
      <Choice
        name="theme"
        label={texts.theme.label}
        value={theme}
        options={themes.map((value) => ({ value, label: texts.theme[value] }))}
        onChange={onTheme}
      />
      <Choice
        name="language"
        label={texts.language.label}
        value={language}
        options={languages.map((value) => ({ value, label: names[value] }))}
        onChange={onLanguage}
      />
      {!isAdministration && (
        <a className="footer-link" href={paths.adminLogin}>
          {texts.footer.administrator}
        </a>
      )}
    </footer>
  );
}

interface ChoiceProps<T extends string> {
  name: string;
  label: string;
  value: T;
  options: readonly { readonly value: T; readonly label: string }[];
  onChange: ((value: T) => void) | undefined;
}

function Choice<T extends string>({ name, label, value, options, onChange }: ChoiceProps<T>) {
  function choose(chosen: string) {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option !== undefined) onChange?.(option.value);
  }
  const current = onChange === undefined ? { defaultValue: value } : { value };
  return (
    <label className="footer-choice">
      <span>{label}</span>
      <select className="input" data-choice={name} {...current} onChange={(event) => choose(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
