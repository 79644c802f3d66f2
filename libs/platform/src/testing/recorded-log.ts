import { Log, type LogFields } from '../logging/log';

export interface LogLine {
  level: 'debug' | 'info' | 'warn' | 'error';
  fields: LogFields;
  message: string;
}

/** Records the log, for tests of what an operator sees. */
export class RecordedLog extends Log {
  readonly lines: LogLine[] = [];

  debug(fields: LogFields, message: string): void {
    this.lines.push({ level: 'debug', fields, message });
  }

  info(fields: LogFields, message: string): void {
    this.lines.push({ level: 'info', fields, message });
  }

  warn(fields: LogFields, message: string): void {
    this.lines.push({ level: 'warn', fields, message });
  }

  error(fields: LogFields, message: string): void {
    this.lines.push({ level: 'error', fields, message });
  }

  child(): Log {
    return this;
  }
}
