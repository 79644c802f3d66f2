import { en } from './en';
import { es } from './es';
import { pt } from './pt';
import type { Language, Texts } from './texts';

/** English comes first: browsers that accept none of these languages get it. */
export const LANGUAGES: Readonly<Record<Language, Texts>> = { en, es, pt };
