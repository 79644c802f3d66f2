import { en } from './en';
import { es } from './es';
import { pt } from './pt';
import type { Language, Texts } from './texts';

/** English first: it is what a browser that asks for none of these gets. */
export const LANGUAGES: Readonly<Record<Language, Texts>> = { en, es, pt };

/** What a rail wrote, in the page's language where we know it. */
export function railText(text: string, { rail }: Texts): string {
  return Object.hasOwn(rail, text) ? (rail[text] as string) : text;
}
