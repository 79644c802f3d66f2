import { ConfigError } from '@app/platform';

/** One line that tells a person why a command failed. */
export function lineFor(error: unknown): string {
  if (error instanceof ConfigError) return `Configuration: ${error.message}`;
  const { message, code, errors } = error as {
    message?: string;
    code?: string;
    errors?: Error[];
  };
  // A refused connection to `localhost` is two errors, one for each of its addresses, under an empty message.
  const [line] = (message ?? '').split('\n');
  return line || errors?.map((each) => each.message).join(', ') || code || String(error);
}
