/**
 * A statement with a name. The name makes PostgreSQL parse and plan it once per connection, so it must stand for one
 * text only: statements are module constants, never built at run time.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Declares a statement: `statement('wallets.lock', 'SELECT …')`. */
export function statement(name: string, text: string): Statement {
  return { name, text };
}

/** What a statement accepts as a parameter. Amounts go as text (`Money.toFixed()`), never as `number`. */
export type SqlParameter =
  | string
  | number
  | boolean
  | Date
  | Buffer
  | null
  | undefined
  | readonly (string | number | boolean | Date | Buffer | null)[];
