import { DatabaseContents } from './database-contents';
import { DocumentedAnswers } from './documented-answers';
import type { Answer, HttpClient, Method } from './http-client';
import { panelOf, signIn } from './panel';
import { sendRaw, type RawAnswer, type RawRequest } from './raw-http';
import { TestService, type Merchant } from './service';
import { createScratchDatabase } from './test-database';

/** Whose credential goes with a request. */
export type Sender = 'key' | 'session' | 'nobody';

export interface Asked extends RawRequest {
  as: Sender;
  /** Tables that a refusal may write to. */
  refusalWrites?: readonly string[];
}

const SANE_REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** What Node's HTTP server says by itself, with no word about it, of what is no request that it could hand on. */
const REFUSED_AS_HTTP = [400, 417, 431];

/** Every header that an answer may have. */
const HEADERS = [
  ...['connection', 'content-length', 'content-type', 'date', 'transfer-encoding', 'location', 'vary', 'retry-after'],
  ...['cache-control', 'content-security-policy', 'strict-transport-security', 'x-content-type-options'],
  ...['referrer-policy', 'x-frame-options', 'x-robots-tag', 'x-request-id', 'idempotency-replayed'],
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-limit-ip', 'x-ratelimit-remaining-ip'],
];

/** What tells of the inside: a stack, a file, the database, or a page where none belongs. */
const INSIDE = /<html|<!doctype|\n\s+at |node_modules|\/(apps|libs|work)\/|postgres|pg_|sqlstate|syntax error|typeorm/i;

/** A service with a database of its own, to which anything may be sent: each answer is judged, and so is the database. */
export class InputTrial {
  private readonly contents: DatabaseContents;
  private readonly made = new Map<string, unknown>();
  private token = '';

  private constructor(
    readonly service: TestService,
    readonly merchant: Merchant,
    private readonly documented: DocumentedAnswers,
    private readonly drop: () => Promise<void>,
  ) {
    this.contents = new DatabaseContents(service);
  }

  static async start(): Promise<InputTrial> {
    const database = await createScratchDatabase();
    const service = await TestService.start({ env: { DATABASE_URL: database.url } });
    const merchant = await service.merchant({ usd: true, cards: true });
    const { body } = await service.anonymous().get('/docs/openapi.json');
    const trial = new InputTrial(service, merchant, new DocumentedAnswers(body), database.drop);
    await trial.signIn();
    return trial;
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.drop();
  }

  /** The panel API in the trial's session. */
  get panel(): HttpClient {
    return panelOf(this.service.url, this.token);
  }

  /** Begins a session, and lets the earlier one be. */
  async signIn(): Promise<void> {
    this.token = (await signIn(this.service, this.merchant)).token;
  }

  /** What is made once for the whole trial. */
  async once<T>(name: string, make: (trial: this) => Promise<T>): Promise<T> {
    if (!this.made.has(name)) this.made.set(name, await make(this));
    return this.made.get(name) as T;
  }

  /** Sends the request, judges the answer, and sees to it that a refusal has written nothing. */
  async ask(asked: Asked): Promise<RawAnswer> {
    const before = await this.contents.now(asked.refusalWrites);
    const answer = await this.send(asked);
    if (answer.status >= 400) expect(await this.contents.now(asked.refusalWrites)).toEqual(before);
    return answer;
  }

  /** Fails when anything has been written by the end of the work. */
  async writingNothing(work: () => Promise<void>): Promise<void> {
    const before = await this.contents.now();
    await work();
    expect(await this.contents.now()).toEqual(before);
  }

  /**
   * Sends the request and judges the answer: a documented envelope and nothing else, no failure of ours, nothing from
   * the inside and nothing secret.
   */
  async send(asked: Asked): Promise<RawAnswer> {
    const headers = [...this.credential(asked.as), ...(asked.headers ?? [])];
    const answer = await sendRaw(this.service.api.port, { ...asked, headers });
    this.judge(asked, answer);
    return answer;
  }

  private credential(sender: Sender): [string, string][] {
    if (sender === 'nobody') return [];
    return [['Authorization', `Bearer ${sender === 'key' ? this.merchant.apiKey : this.token}`]];
  }

  private judge({ method, target }: Asked, answer: RawAnswer): void {
    expect(answer.rest).toBe('');
    expect(answer.headerNames.filter((name) => !HEADERS.includes(name))).toEqual([]);
    expect(new Set(answer.headerNames).size).toBe(answer.headerNames.length);
    expect(Object.keys(Object.prototype)).toEqual([]);
    this.expectNothingSecret(answer);
    if (!isOurs(answer)) {
      expect(REFUSED_AS_HTTP).toContain(answer.status);
      expect(answer.text).toBe('');
      return;
    }
    expect(answer.headers['x-request-id']).toMatch(SANE_REQUEST_ID);
    // The one failure of ours that a caller can ask for: an unquotable destination (specification, Codes).
    if (answer.status >= 500) expect(answer.body.code).toBe('CONVERSION_QUOTE_ERROR');
    const path = target.split(/[?#]/, 1)[0] as string;
    if (method === 'HEAD') expect(answer.text).toBe('');
    else if (isPage(path, answer)) expectPage(answer);
    else {
      expectEnvelope(answer);
      this.documented.check(method as Method, path, answer);
    }
  }

  private expectNothingSecret({ status, headers, text }: Answer): void {
    const said = JSON.stringify(headers) + text;
    for (const secret of [this.merchant.apiKey.slice(-48), this.merchant.password, this.token].filter(Boolean)) {
      expect(said).not.toContain(secret);
    }
    // A success may show what the caller sent, whatever that was.
    if (status >= 400 && !headers['content-type']?.includes('html')) expect(text).not.toMatch(INSIDE);
  }
}

/** Whether the request has reached the service: nothing else gives answers an id. */
export function isOurs({ headers }: Answer): boolean {
  return headers['x-request-id'] !== undefined;
}

/** Payers see pages, and a form sends them on; whatever is no checkout of a link is for programs. */
function isPage(path: string, { headers, status }: Answer): boolean {
  if (status === 303) return true;
  return /^\/checkout\/[^/]+(\/orders)?\/?$/.test(path) && headers['content-type'] !== JSON_TYPE;
}

const JSON_TYPE = 'application/json; charset=utf-8';

function expectPage({ status, headers, text }: Answer): void {
  if (status === 303) {
    expect(headers.location).toMatch(/^\/checkout\/[0-9a-f-]{36}$/i);
    return;
  }
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  // The markup that hostile input brings: shown as text if at all.
  expect(text).not.toMatch(/<script>|<img src=x/i);
}

/** One of the envelopes, with no key beyond its own. */
export function expectEnvelope({ status, headers, body, text }: Answer): void {
  expect(headers['content-type']).toBe(JSON_TYPE);
  expect(Buffer.byteLength(text)).toBe(Number(headers['content-length']));
  const keys = Object.keys(body as object).sort();
  if (status < 400) {
    expect(['data', 'message', 'meta', 'success']).toEqual(expect.arrayContaining(keys));
    expect(body).toMatchObject({ success: true, message: expect.any(String) });
    expect(keys).toContain('data');
    return;
  }
  const { code, error, message, errors, meta, retry_after, success, ...others } = body as Record<string, unknown>;
  expect(others).toEqual({});
  expect(code).toEqual(expect.any(String));
  if (message === undefined) {
    expect([typeof error, success]).toEqual(['string', code === 'ORIGIN_NOT_ALLOWED' ? false : undefined]);
    expect([errors, meta]).toEqual([undefined, undefined]);
  } else expect([typeof message, success, error]).toEqual(['string', false, undefined]);
  if (retry_after !== undefined) expect(status).toBe(429);
  for (const value of Object.values(errors ?? {})) {
    const texts = Array.isArray(value) ? value : [value];
    expect(texts.every((each) => typeof each === 'string' || Number.isInteger(each))).toBe(true);
    expect(texts).not.toEqual([]);
  }
}
