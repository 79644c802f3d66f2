import { useTranslation } from 'react-i18next';
import type { Language } from '.';

/** A text in every language of the panel; one string where all languages say the same. */
export type Texts = string | Readonly<Record<Language, string>>;

/** Chooses the text in the language that the panel shows. */
export function useTextOf(): (texts: Texts) => string {
  const { i18n } = useTranslation();
  return (texts) => (typeof texts === 'string' ? texts : texts[i18n.language as Language]);
}
