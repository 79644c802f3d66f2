import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import './global-setup';
import { FOLDER_VARIABLE } from './test-database';

/** Stops the server of the run and removes its data. */
export default async function globalTeardown(): Promise<void> {
  const caretaker = globalThis.testServerCaretaker;
  if (!caretaker) return;
  reportCrashes(join(process.env[FOLDER_VARIABLE] as string, 'postgres.log'));
  caretaker.ref();
  const cleared = once(caretaker, 'exit');
  caretaker.stdin?.end();
  await cleared;
}

/** A crash of the server ends the connections of every running test, and only its log says why. */
function reportCrashes(logFile: string): void {
  const crashes = readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => /terminated by signal|PANIC:/.test(line));
  for (const crash of crashes) process.stderr.write(`PostgreSQL crashed during the tests: ${crash}\n`);
}
