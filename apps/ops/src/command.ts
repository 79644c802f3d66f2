import { ValidationError } from '@app/kernel';
import type { INestApplicationContext } from '@nestjs/common';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Values of flags, by name. A flag that was not given is undefined. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** One staff command: `name` positional… --flags. Returns what `--json` prints. */
export interface Command {
  name: string;
  usage: string;
  /** Names of the positional arguments, all of them required. */
  positionals?: readonly string[];
  options?: ParseArgsConfig['options'];
  run(app: INestApplicationContext, args: readonly string[], flags: Flags): Promise<CommandResult>;
}

export interface CommandResult {
  json: Readonly<Record<string, unknown>>;
  /** What a person reads instead; the JSON, indented, when absent. */
  text?: string;
  /** The command ran and its answer is bad news: exit 1. */
  failed?: boolean;
}

/** Reads the arguments of a command. Throws `ValidationError` with the usage when they do not fit. */
export function parseCommandLine(command: Command, argv: readonly string[]): { args: string[]; flags: Flags } {
  const expected = command.positionals ?? [];
  try {
    const { values, positionals } = parseArgs({
      args: joinNegatives(argv),
      options: { ...command.options, json: { type: 'boolean' } },
      allowPositionals: true,
      strict: true,
    });
    if (positionals.length !== expected.length) throw new TypeError(`expected ${expected.length} arguments`);
    return { args: positionals, flags: values };
  } catch (error) {
    if (error instanceof TypeError) throw new ValidationError(`${error.message}. Usage: ${usageOf(command)}`);
    throw error;
  }
}

/** `--amount -10.00` reads as two flags to the parser; joined with `=` it is what was meant. */
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

export function usageOf({ name, positionals = [], usage }: Command): string {
  return [name, ...positionals.map((positional) => positional.toUpperCase()), usage].filter(Boolean).join(' ');
}

/** The flag's text; throws `ValidationError` when it is missing. */
export function required(flags: Flags, name: string): string {
  const value = flags[name];
  if (typeof value !== 'string' || value === '') throw ValidationError.of(name, `--${name} is required`);
  return value;
}

export function optional(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

/** The flag's value among those allowed; `fallback` when it was not given. */
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
