'use strict';

/**
 * `npm run sdk:types` writes libs/sdk/src/testing/api.ts: the requests and responses of the external API as TypeScript,
 * generated from its OpenAPI document. `npm run check` runs it with --check, which fails when the file is not what it
 * would write. libs/sdk/src/testing/contract.ts compares the SDK's own types with it.
 */

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { default: openapiTypescript, astToString } = require('openapi-typescript');
const prettier = require('prettier');

const TARGET = path.resolve(__dirname, '../libs/sdk/src/testing/api.ts');

function externalDocument() {
  const args = [path.join(__dirname, 'run.js'), 'openapi', 'external'];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));
}

/**
 * The sources of the SDK's types, one schema each: the body of every operation (`<operationId>.request`), the `data`
 * that it answers with (`<operationId>.answer`), the body of every event, and what these refer to.
 */
function essentials({ openapi, info, paths, webhooks, components }) {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const schemas = Object.fromEntries([
    ...operations.flatMap(({ operationId, requestBody, responses }) => [
      ...(requestBody ? [[`${operationId}.request`, schemaOf(requestBody)]] : []),
      [`${operationId}.answer`, schemaOf(successOf(responses)).properties.data],
    ]),
    ...Object.entries(webhooks).map(([event, { post }]) => [event, schemaOf(post.requestBody)]),
  ]);
  return { openapi, info, paths: {}, components: { schemas: withReferences(schemas, components.schemas) } };
}

const schemaOf = ({ content }) => content['application/json'].schema;
const successOf = (responses) => Object.entries(responses).find(([status]) => status.startsWith('2'))[1];

function withReferences(wanted, all) {
  const schemas = { ...wanted };
  const follow = (part) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (Object.hasOwn(schemas, name)) continue;
      schemas[name] = all[name];
      follow(all[name]);
    }
  };
  follow(wanted);
  return withoutProse(schemas);
}

/**
 * Fields with a default are optional in requests, and a changed description is not a changed type. A property with the
 * name of one of these keywords has an object as its schema.
 */
function withoutProse(schemas) {
  const PROSE = ['description', 'default', 'format', 'pattern', 'example', 'examples'];
  const isSchema = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  return JSON.parse(
    JSON.stringify(schemas, (key, value) => (PROSE.includes(key) && !isSchema(value) ? undefined : value)),
  );
}

async function generate() {
  const text = astToString(await openapiTypescript(essentials(externalDocument()), { immutable: true }));
  const note = '// Written by `npm run sdk:types` from the OpenAPI document of the external API. Do not edit it.\n\n';
  return prettier.format(note + text, { ...(await prettier.resolveConfig(TARGET)), filepath: TARGET });
}

async function main() {
  const text = await generate();
  if (!process.argv.includes('--check')) return fs.writeFileSync(TARGET, text);
  const written = fs.existsSync(TARGET) ? fs.readFileSync(TARGET, 'utf8') : '';
  if (written !== text) throw new Error('libs/sdk/src/testing/api.ts does not match the API: run npm run sdk:types');
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
