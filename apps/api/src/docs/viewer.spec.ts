import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

const SCRIPT = readFileSync(join(__dirname, 'assets/viewer.mjs'), 'utf8');

interface Settings {
  url: string;
  validatorUrl: unknown;
  persistAuthorization: unknown;
  plugins: [
    {
      statePlugins: {
        spec: { wrapActions: { updateJsonSpec: (update: (shown: object) => unknown) => (read: object) => unknown } };
      };
    },
  ];
}

/** The options that the script passes to Swagger UI on the page at the address. */
function settingsAt(page: string, dataset: Record<string, string>): Settings {
  const SwaggerUIBundle = jest.fn((_: Settings) => undefined);
  const addEventListener = () => undefined;
  runInNewContext(SCRIPT, {
    SwaggerUIBundle,
    MutationObserver: class {
      observe() {}
    },
    URL,
    addEventListener,
    document: { getElementById: () => ({ dataset }), documentElement: { classList: { toggle: () => true } } },
    location: { href: page },
    matchMedia: () => ({ addEventListener, matches: true }),
  });
  expect(SwaggerUIBundle).toHaveBeenCalledTimes(1);
  return SwaggerUIBundle.mock.calls[0]![0];
}

describe('the script that starts the viewer', () => {
  const settings = settingsAt('http://127.0.0.1:3000/docs#x', { document: '/docs/external/openapi.json', server: '/' });

  it('leaves out everything that would come from or go to another origin', () => {
    expect(settings.validatorUrl).toBeNull();
    expect(JSON.stringify(settings).match(/https?:\/\/[^/"]+/g)).toEqual(['http://127.0.0.1:3000']);
  });

  it('does not keep the API key in the browser', () => {
    expect(settings.persistAuthorization).toBe(false);
  });

  it.each([
    ['http://127.0.0.1:3000/docs', '/docs/panel/openapi.json', '/', 'http://127.0.0.1:3000'],
    ['https://pay.example.com/base/docs', '/base/docs/panel/openapi.json', '/base/', 'https://pay.example.com/base'],
  ])('on %s sends requests to the service under the address of the page', (page, document, server, sentTo) => {
    const { url, plugins } = settingsAt(page, { document, server });
    const update = jest.fn();
    plugins[0].statePlugins.spec.wrapActions.updateJsonSpec(update)({ servers: [{ url: 'https://else' }], tags: [] });

    expect(url).toBe(new URL(document, page).href);
    expect(update).toHaveBeenCalledWith({ servers: [{ url: sentTo }], tags: [] });
  });
});
