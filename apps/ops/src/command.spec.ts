import { parseCommandLine, type Command } from './command';

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

  it.each(['yes', 'TRUE', '1', ''])('refuses the spelling --usd=%s by name', (value) => {
    expect(() => parsed('x', `--usd=${value}`)).toThrow(
      expect.objectContaining({ details: { errors: { usd: ['--usd has no value, or true or false'] } } }),
    );
  });

  it('refuses another word after it as an argument too many', () => {
    expect(() => parsed('x', '--usd', 'yes')).toThrow(/expected 1 arguments, got x, yes/);
  });

  it('leaves the value of other flags alone', () => {
    expect(parsed('x', '--name', 'true')).toEqual({ args: ['x'], name: 'true' });
  });
});
