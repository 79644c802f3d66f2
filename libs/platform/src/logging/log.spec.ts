import { TypeScriptProcess } from '../testing';
import { SilentLog } from './log';

/** The lines that the statements write. They run in a separate process, since the log writes to stdout. */
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
  it('writes one JSON object per line, with time, level, service, fields and message', async () => {
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

  it('writes text with line breaks as one line', async () => {
    const lines = await linesOf(`log.info({ text: 'a\\nb' }, 'first\\nsecond');`);
    expect(lines).toMatchObject([{ text: 'a\nb', msg: 'first\nsecond' }]);
  });

  it('omits lines below its level', async () => {
    const all = `log.debug({}, 'debug'); log.info({}, 'info'); log.warn({}, 'warn'); log.error({}, 'error');`;
    const levels = async (level: string) => (await linesOf(all, level)).map((line) => line['level']);
    expect(await Promise.all(['debug', 'warn', 'silent'].map(levels))).toEqual([
      ['debug', 'info', 'warn', 'error'],
      ['warn', 'error'],
      [],
    ]);
  });

  it('never writes the value of a field that may hold a secret', async () => {
    const lines = await linesOf(`
      for (const name of ${JSON.stringify(SECRETS)}) {
        const field = { [name]: 'hunter2' };
        log.info(field, name);
        log.info({ headers: field }, name);
        log.error({ err: Object.assign(new Error('rejected'), field) }, name);
        log.child('settlement').info(field, name);
      }`);

    expect(lines.map(({ msg }) => msg)).toEqual(SECRETS.flatMap((name) => [name, name, name, name]));
    expect(lines.filter((line) => JSON.stringify(line).includes('hunter2'))).toEqual([]);
    expect(lines.filter((_, index) => index % 4 === 0)).toEqual(
      SECRETS.map((name) => expect.objectContaining({ [name]: '[redacted]' })),
    );
  });

  it('writes the type, message and stack of an error', async () => {
    const [line] = await linesOf(`log.error({ err: new RangeError('out of range') }, 'failed');`);
    expect(line).toMatchObject({
      err: {
        type: 'RangeError',
        message: 'out of range',
        stack: expect.stringContaining('RangeError: out of range\n'),
      },
    });
  });

  it('never writes the row that PostgreSQL rejected', async () => {
    const lines = await linesOf(`
      const row = { detail: 'Failing row contains (Ana, 20-12345678-6)', where: '20-12345678-6', code: '23514' };
      const rejection = Object.assign(new Error('violates check constraint'), row);
      const { QueryFailedError } = require('typeorm');
      log.error({ err: rejection }, 'failed');
      log.error({ err: new QueryFailedError('INSERT …', ['20-12345678-6'], rejection) }, 'failed');`);
    expect(JSON.stringify(lines)).not.toContain('12345678');
    const written = { err: { code: '23514', message: expect.stringContaining('violates check constraint') } };
    expect(lines).toMatchObject([written, written]);
  });

  it('names the component in the lines of a child', async () => {
    const [line] = await linesOf(`log.child('settlement').info({}, 'done');`);
    expect(line).toMatchObject({ component: 'settlement', service: 'api' });
  });

  it('writes every line of a process that exits at once', async () => {
    const lines = await linesOf(`for (let i = 0; i < 500; i++) log.info({ i }, 'line'); process.exit(0);`);
    expect(lines).toHaveLength(500);
  });

  it('accepts messages in the format of Nest, and logs its start-up messages as debug', async () => {
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
