import { ConfigError } from '@app/platform';

/** What tells a person why a command failed: one line, or one for each problem of the configuration. */
export function lineFor(error: unknown): string {
  if (error instanceof ConfigError) return error.lines;
  const { message, code, errors } = error as {
    message?: string;
    code?: string;
    errors?: Error[];
  };
  // A refused connection to `localhost` is two errors, one for each of its addresses, under an empty message.
  const [line] = (message ?? '').split('\n');
  return line || errors?.map((each) => each.message).join(', ') || code || String(error);
}
