import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCommandLine, readJson, type Command } from './command';

const COMMAND: Command = {
  name: 'account:create',
  summary: 'Create an account',
  arguments: { slug: 'name' },
  flags: { usd: { meaning: 'USD' }, cards: { meaning: 'cards' }, name: { value: 'N', meaning: 'name' } },
  run: () => Promise.reject(new Error('not run')),
};

const parsed = (...argv: string[]) => {
  const { args, flags } = parseCommandLine(COMMAND, argv);
  return { args, ...flags };
};

describe('a flag without a value', () => {
  it.each([
    [['--usd', 'x'], true],
    [['--usd', 'true', 'x'], true],
    [['x', '--usd', 'true'], true],
    [['--usd=true', 'x'], true],
    [['x', '--usd', 'false'], undefined],
    [['--usd=false', 'x'], undefined],
    [['x', '--usd', '--cards', 'false'], true],
  ])('is understood in %j', (argv, usd) => {
    expect(parsed(...argv)).toEqual({ args: ['x'], ...(usd && { usd }) });
  });

  it.each(['yes', 'TRUE', '1', ''])('rejects the spelling --usd=%s and names the flag', (value) => {
    expect(() => parsed('x', `--usd=${value}`)).toThrow(
      expect.objectContaining({ details: { errors: { usd: ['--usd has no value, or true or false'] } } }),
    );
  });

  it('rejects another word after it as an argument too many', () => {
    expect(() => parsed('x', '--usd', 'yes')).toThrow(/expected 1 arguments, got x, yes/);
  });

  it('leaves the value of other flags alone', () => {
    expect(parsed('x', '--name', 'true')).toEqual({ args: ['x'], name: 'true' });
  });
});

describe('a flag that is given twice', () => {
  it.each([
    [['x', '--name', 'Ana', '--name', 'Eva'], 'name'],
    [['x', '--name=Ana', '--name', 'Eva'], 'name'],
    [['--usd', 'x', '--usd=false'], 'usd'],
  ])('is rejected and named, whichever value was meant: %j', (argv, name) => {
    expect(() => parsed(...argv)).toThrow(
      expect.objectContaining({ details: { errors: { [name]: [`--${name} must be given once`] } } }),
    );
  });
});

it('a JSON file that names a member twice is rejected, whichever value was meant', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'servicepay-ops-'));
  const file = join(folder, 'fees.json');
  try {
    writeFileSync(file, '{"collection":{"percentage":"2.9","percentage":"29"}}');
    await expect(readJson('file', file)).rejects.toThrow(
      expect.objectContaining({ details: { errors: { file: [`${file} has "percentage" twice in the same object`] } } }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
