'use strict';

/**
 * Writes TypeScript types that are generated from the OpenAPI documents, and with --check fails when a file is not what it
 * would write:
 * `npm run sdk:types` the requests and responses of the external API, which libs/sdk/src/testing/contract.ts compares
 * with the SDK's own types; `npm run panel:types` the panel API as the web panel's client calls it.
 */

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { default: openapiTypescript, astToString } = require('openapi-typescript');
const prettier = require('prettier');

const TARGETS = {
  sdk: { file: 'libs/sdk/src/testing/api.ts', api: 'external', reduce: essentials, options: { immutable: true } },
  // openapi-fetch does not recognise read-only arrays.
  panel: { file: 'apps/panel/src/api/panel-api.ts', api: 'panel', reduce: successes, options: {} },
};

function documentOf(api) {
  const args = [path.join(__dirname, 'run.js'), 'openapi', api];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));
}

/**
 * The sources of the SDK's types, one schema each: the body of every operation (`<operationId>.request`), the `data`
 * that it responds with (`<operationId>.response`), the body of every event, and what these refer to.
 */
function essentials({ openapi, info, paths, webhooks, components }) {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const schemas = Object.fromEntries([
    ...operations.flatMap(({ operationId, requestBody, responses }) => [
      ...(requestBody ? [[`${operationId}.request`, schemaOf(requestBody)]] : []),
      [`${operationId}.response`, schemaOf(successOf(responses)).properties.data],
    ]),
    ...Object.entries(webhooks).map(([event, { post }]) => [event, schemaOf(post.requestBody)]),
  ]);
  return { openapi, info, paths: {}, components: { schemas: withReferences(schemas, components.schemas) } };
}

/** The operations without their errors, whose codes the panel translates whatever operation they come from. */
function successes({ openapi, info, paths, components }) {
  const reduced = Object.fromEntries(
    Object.entries(paths).map(([address, methods]) => [
      address,
      Object.fromEntries(
        Object.entries(methods).map(([method, { operationId, parameters, requestBody, responses }]) => [
          method,
          {
            operationId,
            parameters,
            ...(requestBody && { requestBody: { ...requestBody, content: schemasOf(requestBody) } }),
            responses: successesOf(responses),
          },
        ]),
      ),
    ]),
  );
  const { parameters } = components;
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).filter(([name]) => !name.startsWith('Error.') && name !== 'Error'),
  );
  return { openapi, info, paths: withoutProse(reduced), components: { parameters, schemas: withoutProse(schemas) } };
}

const successesOf = (responses) =>
  Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, response]) => [status, { description: response.description, content: schemasOf(response) }]),
  );
/** The JSON only: files, such as CSV, are downloaded without this client. */
const schemasOf = ({ content = {} }) =>
  Object.fromEntries(
    Object.entries(content)
      .filter(([type]) => type === 'application/json')
      .map(([type, { schema }]) => [type, { schema }]),
  );

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

async function generate(name) {
  const { file, api, reduce, options } = TARGETS[name];
  const text = astToString(await openapiTypescript(reduce(documentOf(api)), options));
  const note = `// Written by \`npm run ${name}:types\` from the OpenAPI document of the ${api} API. Do not edit it.\n\n`;
  const target = path.resolve(__dirname, '..', file);
  return prettier.format(note + text, { ...(await prettier.resolveConfig(target)), filepath: target });
}

async function main() {
  const check = process.argv.includes('--check');
  const wanted = Object.keys(TARGETS).filter((name) => check || process.argv.includes(name));
  if (wanted.length === 0) throw new Error(`usage: node tools/api-types.js ${Object.keys(TARGETS).join('|')}|--check`);
  for (const name of wanted) {
    const target = path.resolve(__dirname, '..', TARGETS[name].file);
    const text = await generate(name);
    if (!check) fs.writeFileSync(target, text);
    else if (!fs.existsSync(target) || fs.readFileSync(target, 'utf8') !== text) {
      throw new Error(`${TARGETS[name].file} does not match the API: run npm run ${name}:types`);
    }
  }
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
