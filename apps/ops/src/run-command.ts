import { DomainError } from '@app/kernel';
import { ConfigError } from '@app/platform';
import type { INestApplicationContext } from '@nestjs/common';
import { accountCommands } from './accounts.commands';
import { booksCommands } from './books.commands';
import { helpOf, overviewOf, parseCommandLine, type Command, type CommandResult } from './command';
import { caseCommands } from './cases.commands';
import { exceptionCommands } from './exceptions.commands';
import { moneyCommands } from './money.commands';
import { paymentLinkCommands } from './payment-links.commands';
import { payoutCommands } from './payouts.commands';
import { refundCommands } from './refunds.commands';
import { providerCommands } from './providers.commands';
import { reconcileCommands } from './reconcile.commands';
import { routeCommands } from './routes.commands';
import { secretCommands } from './secrets.commands';
import { userCommands } from './users.commands';
import { forTerminal, terminalJson } from './terminal';
import { walletCommands } from './wallets.commands';
import { webhookCommands } from './webhooks.commands';

const COMMANDS: readonly Command[] = [
  ...accountCommands,
  ...userCommands,
  ...walletCommands,
  ...moneyCommands,
  ...booksCommands,
  ...paymentLinkCommands,
  ...caseCommands,
  ...exceptionCommands,
  ...payoutCommands,
  ...refundCommands,
  ...providerCommands,
  ...reconcileCommands,
  ...routeCommands,
  ...secretCommands,
  ...webhookCommands,
];

/** What a command prints, and its exit code: 0 on success, 1 on a failure or a result that reports one. */
export interface Outcome {
  exitCode: 0 | 1;
  stdout: string;
  stderr: string;
}

/** Runs work in an application context. Opens the context if necessary, and closes it if it opened it. */
export type WithContext = <T>(work: (app: INestApplicationContext) => Promise<T>) => Promise<T>;

/**
 * Runs a command of the staff's tool. `argv` is the command's name, its arguments and its flags; with `--json` stdout is
 * one JSON object on one line, whether the command succeeds or fails. Never rejects. A command line that is not valid
 * opens no context, and neither does `--help`.
 */
export async function runCommand(withContext: WithContext, argv: readonly string[]): Promise<Outcome> {
  const json = argv.some((part, index) => part === '--json=true' || (part === '--json' && argv[index + 1] !== 'false'));
  const given = argv.find((argument) => !argument.startsWith('-'));
  const command = COMMANDS.find(({ name }) => name === given);
  if (!command) {
    const text = overviewOf(COMMANDS);
    if (given === undefined && argv.includes('--help')) return success(json, { json: { help: text }, text });
    const unknown = failure(json, 'UNKNOWN_COMMAND', `There is no command ${JSON.stringify(given ?? '')}.`);
    return json ? unknown : { ...unknown, stderr: `${text}\n${given === undefined ? '' : unknown.stderr}` };
  }
  try {
    const { args, flags } = parseCommandLine(command, argv.toSpliced(argv.indexOf(command.name), 1));
    if (flags['help'] === true) return success(json, { json: { help: helpOf(command) }, text: helpOf(command) });
    return success(json, await withContext((app) => command.run(app, args, flags)));
  } catch (error) {
    if (error instanceof DomainError) return failure(json, error.code, describe(error));
    if (error instanceof ConfigError) return failure(json, 'INVALID_CONFIGURATION', error.message);
    const { stdout, stderr } = failure(json, 'SYSTEM_DATABASE_ERROR', 'The command failed on our side.');
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { exitCode: 1, stdout, stderr: `${forTerminal(stack)}\n${stderr}` };
  }
}

/** Runs the command in the arguments of this process, prints its outcome and exits. */
export async function runProcess(withContext: WithContext): Promise<never> {
  const { exitCode, stdout, stderr } = await runCommand(withContext, process.argv.slice(2));
  process.stderr.write(stderr);
  process.stdout.write(stdout);
  process.exit(exitCode);
}

function success(json: boolean, result: CommandResult): Outcome {
  const text = json ? terminalJson(result.json) : (result.text ?? terminalJson(result.json, 2));
  return { exitCode: result.failed ? 1 : 0, stdout: `${forTerminal(text)}\n`, stderr: '' };
}

function failure(json: boolean, code: string, message: string): Outcome {
  if (json) return { exitCode: 1, stdout: `${terminalJson({ error: { code, message } })}\n`, stderr: '' };
  return { exitCode: 1, stdout: '', stderr: `${code}: ${forTerminal(message)}\n` };
}

/** The messages of a validation error, each with the name of its field. */
function describe(error: DomainError): string {
  const messages = Object.entries(error.details.errors ?? {}).flatMap(([field, texts]) =>
    [texts].flat().map((text) => (String(text).includes(field) ? String(text) : `${field}: ${String(text)}`)),
  );
  return messages.length > 0 ? messages.join('; ') : error.message;
}
