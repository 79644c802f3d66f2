import { ConfigError, type ConfigProblem } from './config-error';

export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads variables and collects every problem, so that one start reports all of them. An empty variable counts as unset,
 * as compose files and CI systems pass them.
 */
export class EnvReader {
  private readonly problems: ConfigProblem[] = [];

  constructor(private readonly env: Env) {}

  isSet(name: string): boolean {
    return Boolean(this.env[name]);
  }

  /** The parsed value. After a problem the result must not be used; `assertValid` throws then. */
  read<T>(name: string, fallback: string, parse: (text: string) => T): T {
    const text = this.isSet(name) ? (this.env[name] as string).trim() : fallback;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.report(name, error.message);
      return undefined as T;
    }
  }

  optional<T>(name: string, parse: (text: string) => T): T | undefined {
    return this.isSet(name) ? this.read(name, '', parse) : undefined;
  }

  report(variable: string, problem: string): void {
    this.problems.push({ variable, problem });
  }

  /** Throws one `ConfigError` about all problems, if there are any. */
  assertValid(): void {
    if (this.problems.length > 0) throw new ConfigError(this.problems);
  }
}
