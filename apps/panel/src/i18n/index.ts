import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';

export const LANGUAGES = ['es', 'pt', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const STORED = 'language';

/** The texts of each feature folder, loaded with the first page that needs them. */
const FILES = import.meta.glob<{ default: Record<string, unknown> }>('../*/texts/*.json');

const texts: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, feature, done) => {
    const load = FILES[`../${feature}/texts/${language}.json`];
    if (!load) return done(new Error(`no texts of ${feature} in ${language}`), null);
    load().then(
      (file) => done(null, file.default),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    );
  },
};

/** Starts in the language chosen on this device, else the browser's, else Spanish. */
export async function startTexts(): Promise<void> {
  await i18next
    .use(texts)
    .use(initReactI18next)
    .init({
      lng: chosenLanguage() ?? browserLanguage(),
      fallbackLng: false,
      supportedLngs: LANGUAGES,
      // Every page needs them.
      ns: ['ui', 'api', 'session'],
      defaultNS: 'ui',
      // React escapes what it renders.
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  document.documentElement.lang = i18next.language;
}

function chosenLanguage(): Language | undefined {
  const stored = localStorage.getItem(STORED);
  return LANGUAGES.find((language) => language === stored);
}

/** Switches the language of the panel; `remember` keeps it on this device. */
export async function showIn(language: Language, remember: boolean): Promise<void> {
  if (remember) localStorage.setItem(STORED, language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

function browserLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  const first = wanted.find((tag): tag is Language => LANGUAGES.some((language) => language === tag));
  return first ?? 'es';
}
