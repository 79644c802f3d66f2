import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(__dirname, '..');
const FEATURES = readdirSync(SOURCES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(join(SOURCES, entry.name)).includes('texts'))
  .map(({ name }) => name);

type Texts = { [key: string]: string | Texts };
const textsOf = (feature: string, language: string) =>
  flat(JSON.parse(readFileSync(join(SOURCES, feature, 'texts', `${language}.json`), 'utf8')) as Texts);

function flat(texts: Texts, prefix = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(texts).map(([key, value]) =>
      typeof value === 'string' ? { [prefix + key]: value } : flat(value, `${prefix}${key}.`),
    ),
  ) as Record<string, string>;
}

/** The placeholders of a text, such as `{{count}}`. */
const placeholders = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

describe.each(FEATURES)('the texts of %s', (feature) => {
  const english = textsOf(feature, 'en');

  it.each(['es', 'pt'])('are complete in %s', (language) => {
    expect(Object.keys(textsOf(feature, language)).sort()).toEqual(Object.keys(english).sort());
  });

  it.each(['es', 'pt'])('have the same placeholders in %s', (language) => {
    const translated = textsOf(feature, language);
    const taken = (texts: Record<string, string>) =>
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, placeholders(text)]));
    expect(taken(translated)).toEqual(taken(english));
  });
});
