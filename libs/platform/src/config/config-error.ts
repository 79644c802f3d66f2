/** A variable with a value that cannot be used. `problem` continues the sentence that the variable's name begins. */
export interface ConfigProblem {
  variable: string;
  problem: string;
}

/** A configuration that cannot be used. The message has one line for each problem, and each line names its variable. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly ConfigProblem[]) {
    super(problems.map(({ variable, problem }) => `${variable} ${problem}`).join('\n'));
    this.name = 'ConfigError';
  }

  /** The message for a person, each of its lines complete in itself. */
  get lines(): string {
    return this.message.replace(/^/gm, 'Configuration: ');
  }

  static of(variable: string, problem: string): ConfigError {
    return new ConfigError([{ variable, problem }]);
  }
}
