import { readFileSync } from 'node:fs';

/** The text of a file, or undefined when there is no such file. Throws every other error of the file system. */
export function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The JSON value in a file, or undefined when there is no such file. Throws for a file that is not JSON. */
export function readJsonIfExists(file: string): unknown {
  const text = readIfExists(file);
  return text === undefined ? undefined : JSON.parse(text);
}
