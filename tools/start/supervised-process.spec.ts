import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HopelessStartError, hopelessIn, SupervisedProcess } from './supervised-process';

const SERVE = `
  setInterval(() => {}, 1000);
  process.on('disconnect', () => process.exit(0));
  process.send({ type: 'ready', port: Number(process.env.GIVEN_PORT), pid: process.pid });`;

describe('SupervisedProcess', () => {
  let folder: string;
  let output: string;
  let supervised: SupervisedProcess;
  let seen: { until: (text: string) => boolean; resolve: () => void }[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'servicepay-supervised-'));
    output = '';
    seen = [];
  });

  afterEach(async () => {
    await supervised.stop(100);
    rmSync(folder, { recursive: true });
  });

  function start(script: string): void {
    const entry = join(folder, 'main.js');
    writeFileSync(entry, script);
    const take = (text: string): void => {
      output += text;
      seen.filter(({ until }) => until(output)).forEach(({ resolve }) => resolve());
    };
    supervised = new SupervisedProcess({
      name: 'api',
      entry,
      environment: () => ({ ...process.env, GIVEN_PORT: '4711' }),
      write: (text, done) => {
        take(text);
        done();
      },
      log: (line) => take(`log: ${line}\n`),
      liveness: () => ({ host: '127.0.0.1', everyMs: 100, failures: 3 }),
    });
    supervised.start();
  }

  function outputWith(text: string): Promise<void> {
    return new Promise((resolve) => {
      if (output.includes(text)) resolve();
      seen.push({ until: (all) => all.includes(text), resolve });
    });
  }

  it('passes the environment to the process, and its ready message to the launcher', async () => {
    start(SERVE);

    await expect(supervised.ready).resolves.toMatchObject({ port: 4711 });
  });

  it('passes on both outputs line by line under its name', async () => {
    start(`${SERVE} console.log('one'); console.error('two');`);

    await Promise.all([outputWith('api    | one\n'), outputWith('api    | two\n')]);
  });

  it('restarts the process after it crashed', async () => {
    start(`${SERVE}
      const { existsSync, writeFileSync } = require('node:fs');
      const mark = __dirname + '/died-once';
      console.log('started');
      if (!existsSync(mark)) {
        writeFileSync(mark, '');
        process.kill(process.pid, 'SIGKILL');
      }`);

    await outputWith('log: api ended (SIGKILL); starting it again in 0.5 s\napi    | started\n');
  });

  it('kills and restarts a process that no longer responds to /health/live', async () => {
    start(`
      const { existsSync, writeFileSync } = require('node:fs');
      const mark = __dirname + '/blocked-once';
      process.on('disconnect', () => process.exit(0));
      const server = require('node:http').createServer((request, response) => response.end());
      server.listen(0, '127.0.0.1', () => {
        process.send({ type: 'ready', opsPort: server.address().port });
        console.log('started');
        if (existsSync(mark)) return;
        writeFileSync(mark, '');
        setTimeout(() => { for (;;); }, 10);
      });`);

    await outputWith(
      'log: api has not responded to /health/live for 0.3 s: killing it\n' +
        'log: api ended (SIGKILL); starting it again in 0.5 s\napi    | started\n',
    );
  });

  it('does not restart a process whose configuration is invalid', async () => {
    start(`console.error('Cannot start: PORT must be a number'); process.exit(1);`);

    await expect(supervised.ready).rejects.toThrow(new HopelessStartError('Configuration: PORT must be a number'));
  });

  it('kills a process that does not stop', async () => {
    start(`${SERVE} process.on('SIGTERM', () => console.log('no'));`);
    await supervised.ready;

    await supervised.stop(50);

    expect(output).not.toContain('starting it again');
  });
});

describe('hopelessIn', () => {
  it.each([
    ['Error: listen EADDRINUSE: address already in use :::3000\n', 3000],
    ['{"msg":"listen EADDRINUSE: address already in use 127.0.0.1:9090","time":1}', 9090],
    ["  code: 'EADDRINUSE',\n", undefined],
  ])('recognises a port in use in %j', (output, port) => {
    expect(hopelessIn(output)).toMatchObject({ port });
  });

  it('extracts a configuration error from a line of JSON', () => {
    expect(hopelessIn('{"msg":"Configuration: PORT must be a number","time":1}')?.message).toBe(
      'Configuration: PORT must be a number',
    );
  });

  it('considers every other failure worth a retry', () => {
    expect(hopelessIn('Cannot start: connect ECONNREFUSED 127.0.0.1:5432')).toBeUndefined();
  });
});
