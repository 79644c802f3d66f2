import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { previewDocument } from '../../apps/api/src/openapi';

/** Every code that an operation of the panel API documents. */
async function documentedCodes(): Promise<string[]> {
  const { components } = await previewDocument('panel');
  return Object.keys(components?.schemas ?? {}).flatMap((name) => /^Error\.(.+)$/.exec(name)?.[1] ?? []);
}

/** The texts of a feature of the web panel in English; in the other languages they are as complete. */
function textsOf(feature: string): Record<string, unknown> {
  const file = join(__dirname, `../../apps/panel/src/${feature}/texts/en.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

it('the web panel has a sentence for every code of the panel API', async () => {
  const texts = textsOf('api');
  expect((await documentedCodes()).filter((code) => typeof texts[code] !== 'string')).toEqual([]);
});
