import type { LoggerService } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import pino, { type Logger as PinoLogger } from 'pino';

/** What a log line carries beside its message. Never a secret, a code or a full document number. */
export type LogFields = Readonly<Record<string, unknown>>;

/** The service's log: one JSON object a line on stdout. Lines written while a request runs carry its id. */
export abstract class Log {
  abstract debug(fields: LogFields, message: string): void;
  abstract info(fields: LogFields, message: string): void;
  abstract warn(fields: LogFields, message: string): void;
  abstract error(fields: LogFields, message: string): void;
  /** A log whose lines all name the component. */
  abstract child(component: string): Log;
}

const requests = new AsyncLocalStorage<{ request_id: string }>();

/** Runs `work` so that whatever it logs carries the request's id. */
export function withRequestId<T>(requestId: string, work: () => T): T {
  return requests.run({ request_id: requestId }, work);
}

/** The id of the request being served, if any. */
export function currentRequestId(): string | undefined {
  return requests.getStore()?.request_id;
}

/** Fields whose values never reach a log, however deep a library put them into an error. */
const REDACTED = ['authorization', 'cookie', 'password', 'secret', 'api_key', 'apiKey', 'token', 'otp_code', 'document'];

export class PinoLog extends Log implements LoggerService {
  private constructor(private readonly pino: PinoLogger) {
    super();
  }

  static create(level: string, service: string): PinoLog {
    const paths = REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
    return new PinoLog(
      pino({
        level,
        base: { service },
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        redact: { paths, censor: '[redacted]' },
        mixin: () => requests.getStore() ?? {},
      }),
    );
  }

  debug(fields: LogFields | string, message?: string): void {
    this.write('debug', fields, message);
  }

  info(fields: LogFields, message: string): void {
    this.write('info', fields, message);
  }

  warn(fields: LogFields | string, message?: string): void {
    this.write('warn', fields, message);
  }

  error(fields: LogFields | string, message?: string): void {
    this.write('error', fields, message);
  }

  /** Nest's own messages; its start-up chatter is of no use to an operator. */
  log(fields: LogFields | string, message?: string): void {
    this.write('debug', fields, message);
  }

  child(component: string): PinoLog {
    return new PinoLog(this.pino.child({ component }));
  }

  private write(level: 'debug' | 'info' | 'warn' | 'error', fields: LogFields | string, message?: string): void {
    if (typeof fields === 'string') this.pino[level]({ component: message }, fields);
    else this.pino[level](fields, message);
  }
}

/** A log that drops everything: for tests and for the staff's tool, whose stdout is its answer. */
export class SilentLog extends Log {
  debug(): void {}
  info(): void {}
  warn(): void {}
  error(): void {}
  child(): Log {
    return this;
  }
}
