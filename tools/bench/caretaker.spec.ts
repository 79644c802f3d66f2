import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeCare } from './caretaker';

it('an interrupted benchmark leaves neither its database server nor its data behind', async () => {
  const [cluster = '', dataDir = ''] = ['cluster', 'data'].map((name) => mkdtempSync(join(tmpdir(), `bench-${name}-`)));
  // Stands in for the server: it runs until it gets a signal.
  const server = spawn('sleep', ['60'], { stdio: 'ignore' });
  writeFileSync(join(cluster, 'postmaster.pid'), `${server.pid!}\n`);
  const ended = once(server, 'exit');
  const caretaker = takeCare(cluster, dataDir);
  const done = once(caretaker, 'exit');

  // What the end of the benchmark's process does, however it ends.
  caretaker.stdin!.destroy();

  expect(await ended).toEqual([null, 'SIGQUIT']);
  await done;
  expect([cluster, dataDir].filter(existsSync)).toEqual([]);
});
