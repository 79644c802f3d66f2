import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

/** The module as a script, since `node:vm` does not run modules. */
const SCRIPT = readFileSync(join(__dirname, 'assets/viewer.mjs'), 'utf8').replace('await import(scalar)', 'Scalar');

/** The options that the script passes to Scalar on the page at the address. */
function settingsAt(page: string, dataset: Record<string, string>): Record<string, unknown> {
  const createApiReference = jest.fn();
  runInNewContext(SCRIPT, {
    Scalar: { createApiReference },
    MutationObserver: class {
      observe() {}
    },
    URL,
    document: { getElementById: () => ({ dataset }) },
    location: { href: page },
  });
  expect(createApiReference).toHaveBeenCalledTimes(1);
  return createApiReference.mock.calls[0][1] as Record<string, unknown>;
}

describe('the script that starts the viewer', () => {
  const settings = settingsAt('http://127.0.0.1:3000/docs#x', { document: '/docs/external/openapi.json', server: '/' });

  it('leaves out everything that would come from or go to another origin', () => {
    expect(settings).toMatchObject({
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
    });
    expect(Object.keys(settings).filter((name) => /proxy/i.test(name))).toEqual([]);
    expect(JSON.stringify(settings).match(/https?:\/\/[^/"]+/g)).toEqual([
      'http://127.0.0.1:3000',
      'http://127.0.0.1:3000',
    ]);
  });

  it('does not keep the API key in the browser', () => {
    expect(settings).toMatchObject({ persistAuth: false });
  });

  it.each([
    ['http://127.0.0.1:3000/docs', '/docs/panel/openapi.json', '/', 'http://127.0.0.1:3000'],
    ['https://pay.example.com/base/docs', '/base/docs/panel/openapi.json', '/base/', 'https://pay.example.com/base'],
  ])('on %s sends requests to the service under the address of the page', (page, document, server, sentTo) => {
    expect(settingsAt(page, { document, server })).toMatchObject({
      url: new URL(document, page).href,
      servers: [{ url: sentTo }],
    });
  });
});
