import type { LoggerService } from '@nestjs/common';
import pino, { type Logger as PinoLogger } from 'pino';

/** The fields of a log line besides its message. Never a secret, a code or a full document number. */
export type LogFields = Readonly<Record<string, unknown>>;

/** The service's log: one JSON object a line on stdout. */
export abstract class Log {
  abstract debug(fields: LogFields, message: string): void;
  abstract info(fields: LogFields, message: string): void;
  abstract warn(fields: LogFields, message: string): void;
  abstract error(fields: LogFields, message: string): void;
  /** A log whose lines all name the component. */
  abstract child(component: string): Log;
  /** Resolves once what was logged has been written, or can no longer be; in that case nothing more is written. */
  flush(): Promise<void> {
    return Promise.resolve();
  }
}

type Stdout = ReturnType<typeof pino.destination>;

/** Fields whose values never reach a log, in the line itself, in its error or in its headers. */
const SECRETS = ['authorization', 'cookie', 'password', 'secret', 'api_key', 'apiKey', 'token', 'otp_code', 'document'];
/** The places where the errors of PostgreSQL and TypeORM contain values of the rejected row. */
const ROW_CONTENTS = ['err.detail', 'err.where', 'err.parameters', 'err.driverError'];
const REDACTED = [...SECRETS.flatMap((name) => [name, `err.${name}`, `headers.${name}`]), ...ROW_CONTENTS];

/** Lines are written together: 7 us of CPU time a line instead of 11. This is the longest that a line waits. */
const FLUSH_EVERY_MS = 100;
const FLUSH_AT_BYTES = 8_192;

export class PinoLog extends Log implements LoggerService {
  private constructor(
    private readonly pino: PinoLogger,
    private readonly stdout: Stdout,
  ) {
    super();
  }

  static create(level: string, service: string): PinoLog {
    // Flushed automatically when the process exits.
    const stdout = pino.destination({ dest: 1, sync: false, minLength: FLUSH_AT_BYTES });
    setInterval(() => stdout.flush(), FLUSH_EVERY_MS).unref();
    const options = {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
      redact: { paths: REDACTED, censor: '[redacted]' },
    };
    return new PinoLog(pino(options, stdout), stdout);
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

  /** Nest's own messages, at level `debug`; its start-up messages do not help an operator. */
  log(fields: LogFields | string, message?: string): void {
    this.write('debug', fields, message);
  }

  child(component: string): PinoLog {
    return new PinoLog(this.pino.child({ component }), this.stdout);
  }

  override async flush(): Promise<void> {
    const flushed = () => new Promise<void>((done) => this.stdout.flush(() => done()));
    // The first flush ends with a write that was already under way; the second writes what came after it.
    await flushed();
    await flushed();
  }

  private write(level: 'debug' | 'info' | 'warn' | 'error', fields: LogFields | string, message?: string): void {
    if (typeof fields === 'string') this.pino[level]({ component: message }, fields);
    else this.pino[level](fields, message);
  }
}

/** A log that drops everything: for tests and for the staff's tool, whose stdout is its result. */
export class SilentLog extends Log {
  debug(): void {}
  info(): void {}
  warn(): void {}
  error(): void {}
  child(): Log {
    return this;
  }
}
