import type { Tx } from '@app/kernel';
import type { QueryResultRow } from 'pg';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, type EntityManager } from 'typeorm';
import { SilentConnectionError } from './connection-guard';
import { ReadOnlyServerError } from './database-hosts';
import type { SqlParameter, Statement } from './statement';

/**
 * The adapters' way to PostgreSQL. Named statements, for hot paths and for writes of many rows: `read` on any pooled
 * connection, `report` for lists, `in(tx)` inside a transaction, `stream` for whole lists. Entities inside a
 * transaction: `manager(tx)`; outside of one, the injected `Repository` reads them.
 */
export abstract class Database {
  /** One read, outside any transaction. */
  abstract read<R extends QueryResultRow>(statement: Statement, parameters?: readonly SqlParameter[]): Promise<R[]>;

  /**
   * One read of a list or a report: over few connections of its own and for a few seconds only, so that it cannot hold up
   * what `read` and transactions do. Throws `ReportUnavailableError` when it takes too long, or others occupy them.
   */
  abstract report<R extends QueryResultRow>(statement: Statement, parameters?: readonly SqlParameter[]): Promise<R[]>;

  /**
   * The rows of a list of any length, outside of the pool that `read` uses; a few hundred are in memory at once. A
   * caller that stops early ends the statement.
   */
  abstract stream<R extends QueryResultRow>(
    statement: Statement,
    parameters?: readonly SqlParameter[],
  ): AsyncIterable<R>;

  /** The statements of one transaction. Throws when `tx` was not made by this database's unit of work. */
  abstract in(tx: Tx): StatementRunner;

  /** TypeORM's entity manager of one transaction. Throws when `tx` was not made by this database's unit of work. */
  abstract manager(tx: Tx): EntityManager;
}

export interface StatementRunner {
  /** The rows of the statement (of its RETURNING, for a write). */
  query<R extends QueryResultRow>(statement: Statement, parameters?: readonly SqlParameter[]): Promise<R[]>;
  /** The number of rows that a write changed. */
  execute(statement: Statement, parameters?: readonly SqlParameter[]): Promise<number>;
}

/** SQLSTATE of a failed statement (`23505`), or undefined for any other error. */
export function sqlStateOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Connections that failed or were ended, and a server that is stopping, starting, full or, after a failover, a standby. */
const CONNECTION_STATES = /^(08...|57P0[1235]|53300|25006)$/;
const CONNECTION_CODES = /^(ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** `pg` has no code for its own errors about connections. */
const CONNECTION_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** Whether a statement failed because of its connection, so that its outcome is unknown or it never ran. */
export function isConnectionFailure(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof SilentConnectionError || error instanceof ReadOnlyServerError) return true;
  if (error instanceof QueryRunnerAlreadyReleasedError) return true;
  if (error instanceof QueryFailedError) return isConnectionFailure(error.driverError);
  const { code, message } = error as { code?: unknown; message?: unknown };
  const states = [CONNECTION_STATES, CONNECTION_CODES];
  return states.some((known) => known.test(String(code))) || CONNECTION_MESSAGES.test(String(message));
}

/** The constraint that a failed statement violated, by name. */
export function violatedConstraint(error: unknown): string | undefined {
  const name = (error as { constraint?: unknown } | null)?.constraint;
  return typeof name === 'string' ? name : undefined;
}

export const SQLSTATE = {
  uniqueViolation: '23505',
  checkViolation: '23514',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  queryCanceled: '57014',
  undefinedTable: '42P01',
  lockNotAvailable: '55P03',
} as const;
