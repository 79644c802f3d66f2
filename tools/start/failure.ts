import { ConfigError } from '@app/platform';

/** The one line that tells a person why a command could not do its work. */
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
