/** What a caller sent: nested objects and lists of text, or JSON for version 2 of the API. */
export type FakeParams = Readonly<Record<string, unknown>>;

/** A call of the API that reached a resource. */
export interface FakeRouteCall {
  /** The parts of the path that the route left open. */
  readonly ids: readonly string[];
  readonly query: FakeParams;
  readonly body: FakeParams;
  /** The account that the call is made for, where it is a recipient's. */
  readonly context?: string | undefined;
}

/** What the fake does with one kind of call. */
export interface FakeRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: RegExp;
  readonly carryOut: (call: FakeRouteCall) => object;
}

/** Stripe rejects the call. */
export class FakeStripeError extends Error {
  constructor(
    readonly status: number,
    readonly error: {
      readonly type: string;
      readonly code?: string;
      readonly message: string;
      readonly param?: string;
    } & Record<string, unknown>,
  ) {
    super(error.message);
  }

  static missing(what: string, id: string): FakeStripeError {
    const message = `No such ${what}: '${id}'`;
    return new FakeStripeError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param: 'id' });
  }

  static invalid(message: string, code?: string): FakeStripeError {
    return new FakeStripeError(400, { type: 'invalid_request_error', message, ...(code !== undefined && { code }) });
  }
}

/** Stripe takes eight digits of minor units, and ten in COP. */
export function assertTaken(amount: number, currency: string | undefined, param: string): void {
  if (amount <= (currency === 'cop' ? 9_999_999_999 : 99_999_999)) return;
  const message = 'Amount must be no more than the maximum of the currency';
  throw new FakeStripeError(400, { type: 'invalid_request_error', code: 'amount_too_large', message, param });
}

/** `a[b][0][c]=d` as `{a: {b: [{c: 'd'}]}}`. */
export function parseForm(text: string): FakeParams {
  const root: Tree = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    const last = path.pop() ?? '';
    const parent = path.reduce((at, part) => (at[part] ??= {}) as Tree, root);
    parent[last] = value;
  }
  return listed(root) as FakeParams;
}

type Tree = { [name: string]: string | Tree };

/** Objects whose names are positions are lists. */
function listed(tree: Tree | string): unknown {
  if (typeof tree === 'string') return tree;
  const entries = Object.entries(tree).map(([name, value]) => [name, listed(value)] as const);
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

export function textIn(params: FakeParams, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function paramsIn(params: FakeParams, name: string): FakeParams {
  return (params[name] ?? {}) as FakeParams;
}

/** A whole positive number of minor units. */
export function amountIn(params: FakeParams, name: string): number {
  const amount = Number(params[name]);
  if (!Number.isInteger(amount) || amount <= 0) throw FakeStripeError.invalid(`Invalid integer: ${name}`);
  return amount;
}

/** A page of a list, the newest object first. */
export function pageOf<T extends { id: string; created: number }>(
  items: Iterable<T>,
  { limit, starting_after }: FakeParams,
  url: string,
) {
  const newest = [...items].reverse();
  const from = newest.findIndex(({ id }) => id === starting_after) + 1;
  const data = newest.slice(from, from + Number(limit ?? 10));
  return { object: 'list' as const, data, has_more: from + data.length < newest.length, url };
}

/** A page of a list of version 2 of the API, the newest object first. */
export function listPage<T>(items: readonly T[], { recipient, limit, page }: FakeParams, url: string) {
  const newest = [...items].reverse();
  const [from, size] = [Number(page ?? 0), Number(limit ?? 10)];
  const to = from + size;
  const next = new URLSearchParams({ recipient: String(recipient), limit: String(size), page: String(to) });
  return {
    data: newest.slice(from, to),
    next_page_url: to < newest.length ? `${url}?${next.toString()}` : null,
    previous_page_url: null,
  };
}
