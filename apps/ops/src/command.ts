import {
  isCurrency,
  isUuid,
  parseExactJson,
  RepeatedMemberError,
  ValidationError,
  withoutByteOrderMark,
  WrittenAmount,
  type Money,
} from '@app/kernel';
import type { INestApplicationContext } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

/** Values of flags, by name; undefined for a flag that is not given. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** A flag as the usage explains it. */
export interface Flag {
  meaning: string;
  /** An example of its value, or all values; absent for a flag that has none, which takes `true` and `false` too. */
  value?: string;
  required?: boolean;
}

/** One staff command: `name` argument… --flags. */
export interface Command {
  name: string;
  summary: string;
  /** The meaning of each argument, by name and in order. All of them are required. */
  arguments?: Readonly<Record<string, string>>;
  flags?: Readonly<Record<string, Flag>>;
  run(app: INestApplicationContext, args: readonly string[], flags: Flags): Promise<CommandResult>;
}

export interface CommandResult {
  /** Printed with `--json`. */
  json: Readonly<Record<string, unknown>>;
  /** Printed otherwise; the JSON, indented, when absent. */
  text?: string;
  /** The command ran, and the result is a failure: exit 1. */
  failed?: boolean;
}

/** What every command accepts. */
const COMMON_FLAGS: Readonly<Record<string, Flag>> = {
  json: { meaning: 'print one JSON object, and nothing else' },
  help: { meaning: 'print this text, and do nothing' },
};

/** Reads the arguments of a command. Throws `ValidationError` with the usage when they do not match it. */
export function parseCommandLine(command: Command, argv: readonly string[]): { args: string[]; flags: Flags } {
  const expected = Object.keys(command.arguments ?? {});
  const { values, positionals } = parse(command, argv);
  if (values['help'] !== true && positionals.length !== expected.length) {
    const got = positionals.length === 0 ? '' : `, got ${positionals.join(', ')}`;
    throw usageError(command, `expected ${expected.length} arguments${got}`);
  }
  return { args: positionals, flags: values };
}

function parse(command: Command, argv: readonly string[]) {
  const flags = Object.entries({ ...command.flags, ...COMMON_FLAGS });
  const options = flags.map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  assertOnce(argv);
  try {
    const args = withSwitches(joinNegatives(argv), flags);
    return parseArgs({ args, options: Object.fromEntries(options), allowPositionals: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The parser also explains how to pass an argument that begins with a dash, which no command has.
    if (code?.startsWith('ERR_PARSE_ARGS_')) throw usageError(command, message.split('. ')[0] as string);
    throw error;
  }
}

/** The parser would take the last value of a repeated flag. */
function assertOnce(argv: readonly string[]): void {
  const names = argv.filter((part) => part.startsWith('--')).map((part) => part.replace(/=.*$/s, ''));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw ValidationError.of(repeated.slice(2), `${repeated} must be given once`);
}

function usageError(command: Command, message: string): ValidationError {
  return new ValidationError(`${message}. Usage: ${usageOf(command)}`);
}

/** The parser would read `--amount -10.00` as two flags; joined with `=`, it is a flag and its value. */
function joinNegatives(argv: readonly string[]): string[] {
  const joined: string[] = [];
  for (const part of argv) {
    const flag = joined.at(-1);
    if (/^-\d/.test(part) && flag?.startsWith('--') && !flag.includes('='))
      joined[joined.length - 1] = `${flag}=${part}`;
    else joined.push(part);
  }
  return joined;
}

/**
 * Lets a flag without a value take `true` or `false` as well, after a blank or `=`. `true` is as if the value were absent,
 * and `false` as if the flag were. Throws `ValidationError` that names the flag for any other value after `=`.
 */
function withSwitches(argv: readonly string[], flags: readonly (readonly [string, Flag])[]): string[] {
  const switches = new Set(flags.filter(([, { value }]) => value === undefined).map(([name]) => `--${name}`));
  const args: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const [given = ''] = argv.slice(index);
    const [, flag = given, joined] = /^(--[^=]+)=(.*)$/su.exec(given) ?? [];
    const takesNext = joined === undefined && ['true', 'false'].includes(argv[index + 1] ?? '');
    if (!switches.has(flag) || (joined === undefined && !takesNext)) {
      args.push(given);
      continue;
    }
    const value = joined ?? argv[++index];
    if (value !== 'true' && value !== 'false') {
      throw ValidationError.of(flag.slice(2), `${flag} has no value, or true or false`);
    }
    if (value === 'true') args.push(flag);
  }
  return args;
}

/** How to call the command: its name, its arguments and its flags. */
function usageOf({ name, arguments: names = {}, flags = {} }: Command): string {
  const shown = Object.entries(flags).map(([flag, { value, required: needed }]) => {
    const text = value === undefined ? `--${flag}` : `--${flag} ${value}`;
    return needed ? text : `[${text}]`;
  });
  return [name, ...Object.keys(names).map((each) => each.toUpperCase()), ...shown].join(' ');
}

/** The usage of the command, and what its arguments and flags mean. */
export function helpOf(command: Command): string {
  const names = Object.entries(command.arguments ?? {}).map(
    ([name, meaning]) => [name.toUpperCase(), meaning] as const,
  );
  const flags = Object.entries({ ...command.flags, ...COMMON_FLAGS }).map(
    ([name, { value, meaning }]) => [value === undefined ? `--${name}` : `--${name} ${value}`, meaning] as const,
  );
  const lines = inColumns([...names, ...flags]);
  return [`${command.summary}.`, '', `Usage: npm run ops -- ${usageOf(command)}`, '', ...lines, ''].join('\n');
}

/** What the tool is called with, and its commands. */
export function overviewOf(commands: readonly Command[]): string {
  const lines = inColumns(commands.map(({ name, summary }) => [name, summary] as const));
  const more = 'npm run ops -- <command> --help explains a command.';
  return ['Usage: npm run ops -- <command> [--flags] [--json]', '', ...lines, '', more, ''].join('\n');
}

const WIDEST_LABEL = 32;

function inColumns(rows: readonly (readonly [label: string, meaning: string])[]): string[] {
  const width = Math.max(...rows.map(([{ length }]) => length).filter((length) => length <= WIDEST_LABEL));
  return rows.map(([label, meaning]) => `  ${label.padEnd(width)}  ${meaning}`);
}

/** The flag's text. Throws `ValidationError` when it is missing or empty. */
export function required(flags: Flags, name: string): string {
  const value = flags[name];
  if (typeof value !== 'string' || value === '') throw ValidationError.of(name, `--${name} is required`);
  return value;
}

/** The flag's text; undefined when it was not given. */
export function optional(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

/** The amount of `--amount` in that currency. Throws `ValidationError` when it has none of that form. */
export function moneyFlag(amount: string, currency: string): Money {
  if (!isCurrency(currency)) throw ValidationError.of('currency', '--currency must be a known currency code');
  const written = WrittenAmount.read(amount);
  if (!written)
    throw ValidationError.of('amount', '--amount must be digits with a point before decimals, as in 1500.00');
  return written.in(currency);
}

/** The flag's value, one of `allowed`; `fallback` when it was not given. Throws `ValidationError` for any other value. */
export function choice<const T extends string, F>(
  flags: Flags,
  name: string,
  allowed: readonly T[],
  fallback: F,
): T | F {
  const value = flags[name];
  if (value === undefined) return fallback;
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw ValidationError.of(name, `--${name} must be one of ${allowed.join(', ')}`);
  return found;
}

/** `--flag true|false`; undefined when it was not given. */
export function trueOrFalse(flags: Flags, name: string): boolean | undefined {
  const value = choice(flags, name, ['true', 'false'], undefined);
  return value === undefined ? undefined : value === 'true';
}

/** The contents of the JSON file that the flag names, whose byte-order mark is skipped. Throws `ValidationError` when it cannot be read. */
export async function readJson(name: string, file: string): Promise<unknown> {
  try {
    return parseExactJson(withoutByteOrderMark(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof RepeatedMemberError) throw ValidationError.of(name, `${file} ${error.message}`);
    const reason =
      error instanceof SyntaxError
        ? 'is not valid JSON'
        : `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`;
    throw ValidationError.of(name, `${file} ${reason}`);
  }
}

/** An argument or flag that must be a UUID. Throws `ValidationError` that names it as the usage does. */
export function uuidArgument(name: string, value = ''): string {
  if (!isUuid(value)) throw ValidationError.of(name, `${name} must be a UUID`);
  return value.toLowerCase();
}
