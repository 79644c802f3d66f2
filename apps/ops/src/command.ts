import { isCurrency, Money, ValidationError } from '@app/kernel';
import type { INestApplicationContext } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Values of flags, by name; undefined for a flag that is not given. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** One staff command: `name` positional… --flags. */
export interface Command {
  name: string;
  usage: string;
  /** Names of the positional arguments, all of which are required. */
  positionals?: readonly string[];
  options?: ParseArgsConfig['options'];
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

/** Reads the arguments of a command. Throws `ValidationError` with the usage when they do not match it. */
export function parseCommandLine(command: Command, argv: readonly string[]): { args: string[]; flags: Flags } {
  const expected = command.positionals ?? [];
  const { values, positionals } = parse(command, argv);
  if (positionals.length !== expected.length) throw usageError(command, `expected ${expected.length} arguments`);
  return { args: positionals, flags: values };
}

function parse(command: Command, argv: readonly string[]) {
  try {
    return parseArgs({
      args: joinNegatives(argv),
      options: { ...command.options, json: { type: 'boolean' } },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith('ERR_PARSE_ARGS_')) throw usageError(command, message);
    throw error;
  }
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

/** How to call the command: its name, its arguments and its flags. */
export function usageOf({ name, positionals = [], usage }: Command): string {
  return [name, ...positionals.map((positional) => positional.toUpperCase()), usage].filter(Boolean).join(' ');
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
  try {
    return Money.of(amount, currency);
  } catch (error) {
    if (error instanceof RangeError) throw ValidationError.of('amount', error.message);
    throw error;
  }
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

/** The contents of the JSON file that the flag names. Throws `ValidationError` when it cannot be read. */
export async function readJson(name: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown;
  } catch (error) {
    const reason =
      error instanceof SyntaxError
        ? 'is not valid JSON'
        : `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`;
    throw ValidationError.of(name, `${file} ${reason}`);
  }
}
