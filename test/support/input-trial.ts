import { expectBooksBalanced } from './books';
import { faultsOf, isOurs, isPage } from './response-faults';
import { DatabaseContents } from './database-contents';
import { DocumentedResponses } from './documented-responses';
import type { HttpClient, Method } from './http-client';
import { panelOf, signIn } from './panel';
import { sendRaw, type RawResponse, type RawRequest } from './raw-http';
import { TestService, type Merchant } from './service';
import { createScratchDatabase } from './test-database';

/** The credential of a request. */
export type Sender = 'key' | 'session' | 'anonymous';

export interface Asked extends RawRequest {
  as: Sender;
  /** Tables to which a rejected request may write. */
  rejectionWrites?: readonly string[];
}

/** A service with a separate database for any input: each response is checked, and the database too. */
export class InputTrial {
  private readonly contents: DatabaseContents;
  private readonly made = new Map<string, unknown>();
  private token = '';

  private constructor(
    readonly service: TestService,
    readonly merchant: Merchant,
    private readonly documented: DocumentedResponses,
    private readonly drop: () => Promise<void>,
  ) {
    this.contents = new DatabaseContents(service);
  }

  /** The trial that the sections of the test file share; it stops at the end of the file. */
  static ofThisFile(): Promise<InputTrial> {
    shared ??= InputTrial.start();
    return shared;
  }

  private static async start(): Promise<InputTrial> {
    const database = await createScratchDatabase();
    const service = await TestService.start({ env: { DATABASE_URL: database.url } });
    const merchant = await service.merchant({ usd: true, cards: true });
    const { body } = await service.anonymous().get('/docs/openapi.json');
    const trial = new InputTrial(service, merchant, new DocumentedResponses(body), database.drop);
    await trial.signIn();
    return trial;
  }

  /** Proves the books at the end. */
  async stop(): Promise<void> {
    await expectBooksBalanced(this.service);
    await this.service.stop();
    await this.drop();
  }

  /** The panel API in the trial's session. */
  get panel(): HttpClient {
    return panelOf(this.service.url, this.token);
  }

  /** Starts a session, and keeps the earlier one. */
  async signIn(): Promise<void> {
    this.token = (await signIn(this.service, this.merchant)).token;
  }

  /** An object that is created once for the whole trial. */
  async once<T>(name: string, make: (trial: this) => Promise<T>): Promise<T> {
    if (!this.made.has(name)) this.made.set(name, await make(this));
    return this.made.get(name) as T;
  }

  /** Sends the request, checks the response, and checks that a rejected request has written nothing. */
  async ask(asked: Asked): Promise<RawResponse> {
    const before = await this.contents.now(asked.rejectionWrites);
    const response = await this.send(asked);
    if (response.status >= 400) expect(await this.contents.now(asked.rejectionWrites)).toEqual(before);
    return response;
  }

  /** Fails when the work has written to any table other than the given ones. */
  async writingNothing(work: () => Promise<void>, except: readonly string[] = []): Promise<void> {
    const before = await this.contents.now(except);
    await work();
    expect(await this.contents.now(except)).toEqual(before);
  }

  /**
   * Sends the request and checks the response: a documented envelope and nothing else, no internal error, no internal
   * details and no secrets.
   */
  async send(asked: Asked): Promise<RawResponse> {
    // A value that ends the headers early makes a request without a credential, which writes nothing. Node responds to
    // what follows at once, while a request with a credential could still be under way.
    const headers = [...(asked.headers ?? []), ...this.credential(asked.as)];
    const response = await sendRaw(this.service.api.port, { ...asked, headers });
    this.judge(asked, response);
    return response;
  }

  private credential(sender: Sender): [string, string][] {
    if (sender === 'anonymous') return [];
    return [['Authorization', `Bearer ${sender === 'key' ? this.merchant.apiKey : this.token}`]];
  }

  private judge({ method, target }: Asked, response: RawResponse): void {
    const path = target.split(/[?#]/, 1)[0] as string;
    const secrets = [this.merchant.apiKey.slice(-48), this.merchant.password, this.token].filter(Boolean);
    const faults = faultsOf(method, path, response, secrets);
    if (faults.length > 0) {
      const shown = JSON.stringify({
        ...response.headers,
        status: response.status,
        text: response.text.slice(0, 1_000),
      });
      throw new Error(`${method} ${target.slice(0, 200)} got ${shown}: ${faults.join('; ')}`);
    }
    if (!isOurs(response) || method === 'HEAD' || isPage(path, response)) return;
    this.documented.check(method as Method, path, response);
  }
}

let shared: Promise<InputTrial> | undefined;

afterAll(async () => (await shared)?.stop());
