import 'reflect-metadata';
import { DomainError } from '@app/kernel';
import { acquireEmbeddedPostgres, ConfigError, generatedSecrets, loadConfig } from '@app/platform';
import { accountCommands } from './accounts.commands';
import { parseCommandLine, usageOf, type Command, type CommandResult } from './command';
import { withOpsContext } from './context';
import { exceptionCommands } from './exceptions.commands';
import { moneyCommands } from './money.commands';
import { webhookCommands } from './webhooks.commands';

const COMMANDS: readonly Command[] = [...accountCommands, ...moneyCommands, ...exceptionCommands, ...webhookCommands];

const HELP = `Usage: npm run ops -- <command> [--flags] [--json]\n\n${COMMANDS.map((command) => `  ${usageOf(command)}`).join('\n')}\n`;

async function main(argv: readonly string[]): Promise<number> {
  const json = argv.includes('--json');
  const command = COMMANDS.find(({ name }) => name === argv[0]);
  if (!command) {
    if (json) return fail(json, 'UNKNOWN_COMMAND', `There is no command ${JSON.stringify(argv[0] ?? '')}.`);
    process.stderr.write(HELP);
    return 1;
  }
  try {
    const result = await execute(command, argv.slice(1));
    process.stdout.write(
      json ? `${JSON.stringify(result.json)}\n` : `${result.text ?? JSON.stringify(result.json, null, 2)}\n`,
    );
    return result.failed ? 1 : 0;
  } catch (error) {
    if (error instanceof DomainError) return fail(json, error.code, describe(error));
    if (error instanceof ConfigError) return fail(json, 'INVALID_CONFIGURATION', error.message);
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return fail(json, 'SYSTEM_DATABASE_ERROR', 'The command failed on our side.');
  }
}

async function execute(command: Command, argv: readonly string[]): Promise<CommandResult> {
  const { args, flags } = parseCommandLine(command, argv);
  const config = loadConfig(process.env, generatedSecrets);
  if (config.databaseUrl) return withOpsContext(config, config.databaseUrl, (app) => command.run(app, args, flags));
  const server = await acquireEmbeddedPostgres({ dataDir: config.dataDir });
  try {
    return await withOpsContext(config, server.url, (app) => command.run(app, args, flags));
  } finally {
    await server.stop();
  }
}

/** The complaints of a validation error, each with what it is about, are what a person needs to correct the call. */
function describe(error: DomainError): string {
  const complaints = Object.entries(error.details.errors ?? {}).flatMap(([field, texts]) =>
    [texts].flat().map((text) => (String(text).includes(field) ? String(text) : `${field}: ${String(text)}`)),
  );
  return complaints.length > 0 ? complaints.join('; ') : error.message;
}

function fail(json: boolean, code: string, message: string): number {
  if (json) process.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`);
  else process.stderr.write(`${code}: ${message}\n`);
  return 1;
}

void main(process.argv.slice(2)).then((exitCode) => process.exit(exitCode));
