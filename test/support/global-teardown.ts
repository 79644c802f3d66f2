import { once } from 'node:events';
import './global-setup';

/** Stops the server of the run and removes its data. */
export default async function globalTeardown(): Promise<void> {
  const caretaker = globalThis.testServerCaretaker;
  if (!caretaker) return;
  caretaker.ref();
  const cleared = once(caretaker, 'exit');
  caretaker.stdin?.end();
  await cleared;
}
