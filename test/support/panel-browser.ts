import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../../tools/screenshots/browser';
import { runToEnd } from './processes';
import { TestService, type Merchant } from './service';

export interface VisitorOptions {
  language?: 'es' | 'pt' | 'en';
  colorScheme?: 'light' | 'dark';
  width?: number;
  timeZone?: string;
}

const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');
const FINITE_ANIMATIONS_END = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => undefined))).then(() => undefined)`;
/** Pages respond within a fraction of a second; a busy machine needs more. */
const PATIENCE_MS = 30_000;

/** A service with a worker, and a browser that opens its panel. */
export class PanelBrowser {
  private readonly visitors: Visitor[] = [];

  private constructor(
    readonly service: TestService,
    private readonly browser: Browser,
  ) {}

  /** Builds the panel if needed. The service knows its own address, which checkout links and mails carry. */
  static async start(env: Record<string, string> = {}): Promise<PanelBrowser> {
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    const [service, browser] = await Promise.all([
      TestService.start({ worker: true, env: { PORT: String(port), PUBLIC_URL: publicUrl, ...env } }),
      launchBrowser(),
      buildPanel(),
    ]);
    return new PanelBrowser(service, browser);
  }

  /** A person with a new browser profile: no cookies and no settings yet. */
  async visitor(options: VisitorOptions = {}): Promise<Visitor> {
    const { language = 'en', colorScheme = 'light', width = 1280, timeZone = 'UTC' } = options;
    const context = await this.browser.newContext({
      baseURL: this.service.url,
      viewport: { width, height: 900 },
      locale: language,
      colorScheme,
      timezoneId: timeZone,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(PATIENCE_MS);
    // The language chosen on this device takes precedence over that of the account.
    await context.addInitScript(`if (location.protocol === 'http:') localStorage.language ??= '${language}'`);
    const visitor = await Visitor.in(context, this.service.url);
    this.visitors.push(visitor);
    return visitor;
  }

  /** A visitor who is signed in as the merchant's user. */
  async signedIn(merchant: Pick<Merchant, 'email' | 'password'>, options?: VisitorOptions): Promise<Visitor> {
    const visitor = await this.visitor(options);
    await visitor.signInDirectly(merchant);
    await visitor.open('/');
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    return visitor;
  }

  /** Closes the visitors' windows. Returns the problems of all their pages. */
  async leave(): Promise<string[]> {
    const visitors = this.visitors.splice(0);
    await Promise.all(visitors.map((visitor) => visitor.close()));
    return visitors.flatMap(({ problems }) => problems);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.service.stop();
  }
}

/** One person's browser: pages share its cookies. */
export class Visitor {
  /** Errors in the console, uncaught ones, and requests to other origins. */
  readonly problems: string[] = [];

  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  static async in(context: BrowserContext, url: string): Promise<Visitor> {
    const visitor = new Visitor(context, await context.newPage());
    context.on('console', (message) => {
      // Chromium reports every response of 400 and above, which the API gives for good reasons.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      visitor.problems.push(`${message.location().url}: ${message.text()}`);
    });
    context.on('weberror', (error) => visitor.problems.push(`uncaught: ${error.error().message}`));
    context.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== url && !['data:', 'blob:'].includes(protocol)) {
        visitor.problems.push(`a request to another origin: ${request.url()}`);
      }
    });
    return visitor;
  }

  /** Opens an address of the panel, such as `/links`. */
  async open(address: string): Promise<void> {
    await this.page.goto(`/panel${address}`);
  }

  /** Goes to an address as a link does, without loading the page again, and waits for its heading. */
  async follow(address: string): Promise<void> {
    await this.page.evaluate(`
      document.querySelector('h1')?.setAttribute('data-left', '');
      history.pushState({}, '', '/panel${address}');
      dispatchEvent(new PopStateEvent('popstate'))`);
    await this.page.locator('h1:not([data-left])').waitFor();
  }

  /** Fills in and sends the sign-in form, and waits for the page that follows. */
  async signIn({ email, password }: Pick<Merchant, 'email' | 'password'>, address = '/'): Promise<void> {
    await this.open(address);
    await this.enter(email, password);
    await this.page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  }

  /** Signs in without the form, in whatever language the page is. */
  async signInDirectly({ email, password }: Pick<Merchant, 'email' | 'password'>): Promise<void> {
    const response = await this.context.request.post('/api/v1/clients/auth/login', {
      data: { email, password },
      headers: { 'X-Session': 'cookie' },
    });
    if (!response.ok()) throw new Error(`the sign-in failed: ${await response.text()}`);
  }

  /** Fills in and sends the sign-in form that is shown. */
  async enter(email: string, password: string): Promise<void> {
    await this.page.getByLabel('E-mail address').fill(email);
    await this.page.getByLabel(/^Password/).fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Another tab of the same browser. */
  newTab(): Promise<Page> {
    return this.context.newPage();
  }

  /** What axe-core finds wrong on the page as it is now, one line for each rule. */
  async axeViolations(): Promise<string[]> {
    // It is half a megabyte, and stays as long as the document does.
    if (!(await this.page.evaluate("'axe' in globalThis"))) await this.page.evaluate(AXE);
    // The contrast of what is still fading in is not what a reader sees.
    await this.page.evaluate(FINITE_ANIMATIONS_END);
    const { violations } = await this.page.evaluate(() =>
      (
        globalThis as unknown as {
          axe: {
            run(options: object): Promise<{ violations: { id: string; help: string; nodes: { html: string }[] }[] }>;
          };
        }
      ).axe.run({ resultTypes: ['violations'] }),
    );
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
  }

  /** By how many pixels the page is wider than the window. */
  overflow(): Promise<number> {
    return this.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

async function buildPanel(): Promise<void> {
  const { code, stderr } = await runToEnd('tools/build-panel.js');
  if (code !== 0) throw new Error(`the panel was not built: ${stderr}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
