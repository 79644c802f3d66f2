import { readFileSync } from 'node:fs';
import { ConfigError, type ConfigProblem } from './config-error';

export type Env = Readonly<Record<string, string | undefined>>;

/** May come from a file, which `<NAME>_FILE` names, as orchestrators mount secrets. */
export const SECRET_VARIABLES = [
  'SECRETS_KEY',
  'SECRETS_KEY_PREVIOUS',
  'API_KEY_PEPPER',
  'PLATFORM_WEBHOOK_SECRET',
  'PLATFORM_WEBHOOK_SECRET_PREVIOUS',
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'SMTP_URL',
  'FX_HTTP_URL',
  'EGRESS_PROXY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRETS',
  'STRIPE_API_BASE',
  'STRIPE_FINANCIAL_ACCOUNT',
  'DLOCAL_LOGIN',
  'DLOCAL_TRANS_KEY',
  'DLOCAL_SECRET_KEYS',
  'DLOCAL_API_BASE',
  'DLOCAL_PAYOUTS_CLIENT_ID',
  'DLOCAL_PAYOUTS_CLIENT_SECRET',
  'DLOCAL_PAYOUTS_API_BASE',
  'WOOVI_APP_ID',
  'WOOVI_API_BASE',
  'WOOVI_PUBLIC_KEYS',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

const SECRETS: ReadonlySet<string> = new Set(SECRET_VARIABLES);

/** Shells and compose files drop the quotation marks around a value; `docker run --env-file` and systemd may not. */
const QUOTED = /^(["'])[^]*\1$/;

/**
 * Reads variables and collects every problem, so that one start reports all of them. An empty variable counts as unset,
 * as compose files and CI systems pass them. Blanks around a value do not count: files with the line ends of Windows
 * leave a carriage return there.
 */
export class EnvReader {
  private readonly problems: ConfigProblem[] = [];
  /** What secrets with a `_FILE` variable hold; undefined after a problem, which has been reported. */
  private readonly fromFiles = new Map<string, string | undefined>();

  constructor(private readonly env: Env) {}

  isSet(name: string): boolean {
    return this.textOf(name) !== undefined || this.fromFiles.has(name);
  }

  /** The parsed value. After a problem the result must not be used; `assertValid` throws then. */
  read<T>(name: string, fallback: string, parse: (text: string) => T): T {
    const text = this.textOf(name) ?? fallback;
    if (this.fromFiles.has(name) && this.fromFiles.get(name) === undefined) return undefined as T;
    if (QUOTED.test(text)) {
      this.report(name, 'is in quotation marks, which would be part of the value: leave them out');
      return undefined as T;
    }
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.report(name, error.message);
      return undefined as T;
    }
  }

  readOptional<T>(name: string, parse: (text: string) => T): T | undefined {
    return this.isSet(name) ? this.read(name, '', parse) : undefined;
  }

  report(variable: string, problem: string): void {
    this.problems.push({ variable, problem });
  }

  /** Throws one `ConfigError` about all problems, if there are any. */
  assertValid(): void {
    if (this.problems.length > 0) throw new ConfigError(this.problems);
  }

  private textOf(name: string): string | undefined {
    const given = this.env[name]?.trim() || undefined;
    if (!SECRETS.has(name)) return given;
    const file = this.env[`${name}_FILE`]?.trim();
    if (!file) return given;
    if (!this.fromFiles.has(name)) this.fromFiles.set(name, this.readFile(name, file, given));
    return this.fromFiles.get(name);
  }

  private readFile(name: string, file: string, given: string | undefined): string | undefined {
    const variable = `${name}_FILE`;
    if (given !== undefined) {
      this.report(variable, `must not be set together with ${name}`);
      return undefined;
    }
    try {
      const text = readFileSync(file, 'utf8').trim();
      if (text !== '') return text;
      this.report(variable, 'names an empty file');
    } catch (error) {
      this.report(variable, `names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
    return undefined;
  }
}
