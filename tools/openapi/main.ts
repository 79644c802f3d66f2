import 'reflect-metadata';
import { previewDocument } from '../../apps/api/src/openapi';

/** `npm run openapi -- external` (or `panel`): prints the OpenAPI document of the API. Needs no service. */
async function main([api]: readonly string[]): Promise<void> {
  if (api !== 'external' && api !== 'panel') throw new Error('usage: npm run openapi -- external|panel');
  process.stdout.write(`${JSON.stringify(await previewDocument(api), undefined, 2)}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
