/** A variable with a value that cannot be used. `complaint` continues the sentence that the variable's name begins. */
export interface ConfigProblem {
  variable: string;
  complaint: string;
}

/** A configuration that cannot be used. The message has one line for each problem, and each line names its variable. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly ConfigProblem[]) {
    super(problems.map(({ variable, complaint }) => `${variable} ${complaint}`).join('\n'));
    this.name = 'ConfigError';
  }

  /** The message for a person, each of its lines complete in itself. */
  get lines(): string {
    return this.message.replace(/^/gm, 'Configuration: ');
  }

  static of(variable: string, complaint: string): ConfigError {
    return new ConfigError([{ variable, complaint }]);
  }
}
