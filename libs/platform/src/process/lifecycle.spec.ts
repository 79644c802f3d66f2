import { once } from 'node:events';
import { TypeScriptProcess } from '../testing';

/** A process that logs to stdout and reports when it is ready; `stop` is the body of its stop function. */
const serving = (stop: string, options = '{}') => `
const { stopOnSignal } = require('./libs/platform/src/process/lifecycle');
const write = (fields, message) => console.log('log: ' + message + ' ' + JSON.stringify(fields));
const drain = () => console.log('drain was called');
const stop = async () => {
  console.log('stop was called');
  ${stop}
};
stopOnSignal({ info: write, error: write, flush: async () => {} }, { drain, stop }, ${options});
process.on('SIGINT', () => console.log('SIGINT was seen'));
setInterval(() => {}, 1_000);
console.log('serving');
`;

const running: TypeScriptProcess[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((process) => process.kill()));
});

async function run(script: string, options: { ipc?: boolean } = {}): Promise<TypeScriptProcess> {
  const process = TypeScriptProcess.run(script, options);
  running.push(process);
  return process;
}

async function serve(stop: string, options: { ipc?: boolean; stop?: string } = {}): Promise<TypeScriptProcess> {
  const process = await run(serving(stop, options.stop), options);
  await process.wrote('serving');
  return process;
}

describe('a process that serves', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('stops on %s and exits with 0', async (signal) => {
    const process = await serve('');
    process.child.kill(signal);
    await expect(process.exit).resolves.toEqual({ code: 0, signal: null });
    expect(process.output).toContain('stop was called');
    expect(process.output).toContain(`log: stopping {"reason":"${signal}"}`);
  });

  it('stops when its launcher is gone', async () => {
    const process = await serve('', { ipc: true });
    process.child.disconnect();
    await expect(process.exit).resolves.toEqual({ code: 0, signal: null });
    expect(process.output).toContain('log: stopping {"reason":"the launcher is gone"}');
  });

  it('stops when its launcher was killed and no longer reads its log', async () => {
    const process = await run(
      `const { stopOnSignal } = require('./libs/platform/src/process/lifecycle');
       const { PinoLog } = require('./libs/platform/src/logging/log');
       const log = PinoLog.create('info', 'api');
       stopOnSignal(log, { drain: () => {}, stop: async () => {} });
       setInterval(() => {}, 1_000);
       log.info({}, 'serving');`,
      { ipc: true },
    );
    await process.wrote('serving');
    process.child.stdout?.destroy();
    process.child.disconnect();
    const [code] = (await once(process.child, 'exit')) as [number | null];
    expect(code).toBe(0);
  });

  it('stops once, and completely, when it gets several signals', async () => {
    const process = await serve(`await new Promise((go) => process.once('message', go)); console.log('finished');`, {
      ipc: true,
    });
    process.child.kill('SIGTERM');
    await process.wrote('stop was called');
    process.child.kill('SIGINT');
    await process.wrote('SIGINT was seen');
    process.child.send('go');
    await expect(process.exit).resolves.toEqual({ code: 0, signal: null });
    expect(process.output.match(/stop was called/g)).toHaveLength(1);
    expect(process.output).toContain('finished');
  });

  it('exits with 1 when stopping fails, and says why', async () => {
    const process = await serve(`throw new Error('the pool is stuck');`);
    process.child.kill('SIGTERM');
    await expect(process.exit).resolves.toEqual({ code: 1, signal: null });
    expect(process.output).toContain('log: stopping failed');
  });

  it('exits with 1 when stopping never ends', async () => {
    const process = await serve('await new Promise(() => {});', { stop: '{ withinMs: 50 }' });
    process.child.kill('SIGTERM');
    await expect(process.exit).resolves.toEqual({ code: 1, signal: null });
    expect(process.output).toContain('log: stopping took too long');
  });
});

describe('a process with a grace', () => {
  it('is no longer ready at the signal, and stops when the grace is over (rule 16.12)', async () => {
    const process = await serve('', { stop: '{ graceMs: 50 }' });
    process.child.kill('SIGTERM');
    await expect(process.exit).resolves.toEqual({ code: 0, signal: null });
    expect(process.output.indexOf('drain was called')).toBeGreaterThan(0);
    expect(process.output.indexOf('drain was called')).toBeLessThan(process.output.indexOf('stop was called'));
  });

  it('serves during the grace, which a second signal ends', async () => {
    const process = await serve('', { stop: '{ graceMs: 600_000 }' });
    process.child.kill('SIGTERM');
    await process.wrote('drain was called');
    expect(process.output).not.toContain('stop was called');
    process.child.kill('SIGTERM');
    await expect(process.exit).resolves.toEqual({ code: 0, signal: null });
    expect(process.output.match(/drain was called/g)).toHaveLength(1);
  });
});

describe('announceReady', () => {
  const READY = `
    require('./libs/platform/src/process/lifecycle').announceReady({ port: 3000, ops_port: 9090 });
    process.disconnect?.();
    console.log('announced');`;

  it('reports the ports to the launcher', async () => {
    const process = await run(READY, { ipc: true });
    const [message] = await once(process.child, 'message');
    expect(message).toEqual({ type: 'ready', port: 3000, ops_port: 9090 });
  });

  it('does nothing in a process without a launcher', async () => {
    const process = await run(READY);
    await expect(process.exit).resolves.toEqual({ code: 0, signal: null });
    expect(process.output).toBe('announced\n');
  });
});

describe('a process that cannot start', () => {
  const fail = async (error: string) => {
    const process = await run(`require('./libs/platform/src/process/lifecycle').failStart(${error});`);
    return { ...(await process.exit), output: process.output };
  };

  it('exits with 1 and one line when the configuration is invalid', async () => {
    const error = `Object.assign(new Error('PORT must be a whole number'), { name: 'ConfigError' })`;
    await expect(fail(error)).resolves.toEqual({
      code: 1,
      signal: null,
      output: 'Cannot start: PORT must be a whole number\n',
    });
  });

  it('exits with 1 and one line when a system call fails', async () => {
    const error = `Object.assign(new Error('listen EADDRINUSE :::3000'), { code: 'EADDRINUSE' })`;
    await expect(fail(error)).resolves.toMatchObject({ code: 1, output: 'Cannot start: listen EADDRINUSE :::3000\n' });
  });

  it('prints the stack of an unexpected error', async () => {
    const { code, output } = await fail(`new TypeError('undefined is not a function')`);
    expect(code).toBe(1);
    expect(output).toMatch(/^Cannot start: TypeError: undefined is not a function\n {4}at /);
  });
});
