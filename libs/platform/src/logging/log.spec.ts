import { TypeScriptProcess } from '../testing';
import { SilentLog } from './log';

/** The lines that the statements write, in a process of their own: what goes to stdout is the log's whole effect. */
async function linesOf(statements: string, level = 'info'): Promise<Record<string, unknown>[]> {
  const process = TypeScriptProcess.run(`
    const { PinoLog } = require('./libs/platform/src/logging/log');
    const log = PinoLog.create(${JSON.stringify(level)}, 'api');
    ${statements}`);
  await process.exit;
  return process.json();
}

const SECRETS = ['authorization', 'cookie', 'password', 'secret', 'api_key', 'apiKey', 'token', 'otp_code', 'document'];

describe('PinoLog', () => {
  it('writes one JSON object a line, with time, level, service, fields and message', async () => {
    const [line] = await linesOf(`log.warn({ link_id: 'abc', attempts: 2 }, 'something is slow');`);
    expect(line).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      service: 'api',
      link_id: 'abc',
      attempts: 2,
      msg: 'something is slow',
    });
  });

  it('keeps text with line ends in one line', async () => {
    const lines = await linesOf(`log.info({ text: 'a\\nb' }, 'first\\nsecond');`);
    expect(lines).toMatchObject([{ text: 'a\nb', msg: 'first\nsecond' }]);
  });

  it('leaves out what is below its level', async () => {
    const all = `log.debug({}, 'debug'); log.info({}, 'info'); log.warn({}, 'warn'); log.error({}, 'error');`;
    const levels = async (level: string) => (await linesOf(all, level)).map((line) => line['level']);
    expect(await Promise.all(['debug', 'warn', 'silent'].map(levels))).toEqual([
      ['debug', 'info', 'warn', 'error'],
      ['warn', 'error'],
      [],
    ]);
  });

  it.each(SECRETS)('never writes the value of a field named %s', async (name) => {
    const field = JSON.stringify({ [name]: 'hunter2' });
    const lines = await linesOf(`
      log.info(${field}, 'of the line');
      log.info({ headers: ${field} }, 'of headers');
      log.error({ err: Object.assign(new Error('refused'), ${field}) }, 'of an error');
      log.child('settlement').info(${field}, 'of a child');`);
    expect(lines).toHaveLength(4);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(lines[0]).toMatchObject({ [name]: '[redacted]' });
  });

  it('writes what an error was, and where', async () => {
    const [line] = await linesOf(`log.error({ err: new RangeError('out of range') }, 'failed');`);
    expect(line).toMatchObject({
      err: {
        type: 'RangeError',
        message: 'out of range',
        stack: expect.stringContaining('RangeError: out of range\n'),
      },
    });
  });

  it('never writes the row that PostgreSQL refused', async () => {
    const lines = await linesOf(`
      const row = { detail: 'Failing row contains (Ana, 20-12345678-6)', where: '20-12345678-6', code: '23514' };
      const refusal = Object.assign(new Error('violates check constraint'), row);
      const { QueryFailedError } = require('typeorm');
      log.error({ err: refusal }, 'failed');
      log.error({ err: new QueryFailedError('INSERT …', ['20-12345678-6'], refusal) }, 'failed');`);
    expect(JSON.stringify(lines)).not.toContain('12345678');
    const written = { err: { code: '23514', message: expect.stringContaining('violates check constraint') } };
    expect(lines).toMatchObject([written, written]);
  });

  it('names the component in the lines of its child', async () => {
    const [line] = await linesOf(`log.child('settlement').info({}, 'done');`);
    expect(line).toMatchObject({ component: 'settlement', service: 'api' });
  });

  it('loses no line of a process that exits at once', async () => {
    const lines = await linesOf(`for (let i = 0; i < 500; i++) log.info({ i }, 'line'); process.exit(0);`);
    expect(lines).toHaveLength(500);
  });

  it('takes messages in the form of Nest, whose chatter is for debugging', async () => {
    const lines = await linesOf(
      `log.log('Mapped {/v1} route', 'RouterExplorer'); log.error('It failed', 'ExceptionsHandler');`,
      'debug',
    );
    expect(lines).toMatchObject([
      { level: 'debug', msg: 'Mapped {/v1} route', component: 'RouterExplorer' },
      { level: 'error', msg: 'It failed', component: 'ExceptionsHandler' },
    ]);
  });
});

it('a silent log writes nothing', () => {
  const stdout = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const log = new SilentLog();
  log.error();
  log.child().warn({}, 'anything');
  expect(stdout).not.toHaveBeenCalled();
  stdout.mockRestore();
});
