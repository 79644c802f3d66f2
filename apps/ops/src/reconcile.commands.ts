import { Reconciliation, type ReconciliationGroup, type ReconciliationReport } from '@app/books';
import { parseDate, ValidationError, type Money } from '@app/kernel';
import {
  MAX_FILE_BYTES,
  Providers,
  readColumnNames,
  readSettlementFile,
  SettlementLines,
  SettlementPulls,
  type FileForms,
  type RecordedLines,
} from '@app/rails';
import { readFile, stat } from 'node:fs/promises';
import { optional, required, type Command, type Flags } from './command';
import { tableText } from './listing';

const MAX_DAYS = 365;

const pullLines: Command = {
  name: 'reconcile:pull',
  summary: 'Pull settlement lines from the providers that have an API for them',
  flags: {
    provider: { value: 'PROVIDER', meaning: 'only from this provider' },
    since: { value: '2030-01-31', meaning: 'from this day on; by default from 3 days before the last pull' },
  },
  run: async (app, _args, flags) => {
    const pulls = app.get(SettlementPulls);
    const name = optional(flags, 'provider');
    const since = sinceFlag(flags);
    const names = name === undefined ? pulls.listPullable().map((provider) => provider.name) : [name];
    const results: { provider: string; lines: RecordedLines }[] = [];
    for (const provider of names) results.push({ provider, lines: await pulls.pull(provider, since) });
    const text = results.map(({ provider, lines }) => `${provider}: ${recordedText(lines)}`);
    return {
      json: { pulled: results.map(({ provider, lines }) => ({ provider, ...recordedJson(lines) })) },
      text: text.length === 0 ? 'No configured provider has lines that can be pulled.' : text.join('\n'),
    };
  },
};

const importLines: Command = {
  name: 'reconcile:import',
  summary: "Record the lines of a provider's settlement report, a CSV file; it books nothing",
  flags: {
    provider: { value: 'PROVIDER', meaning: 'whose report it is', required: true },
    file: { value: 'FILE', meaning: 'the CSV file, whose first line names the columns', required: true },
    columns: {
      value: 'ours=theirs,…',
      meaning: 'names of columns in the file: id, type, reference, gross, fee, net, currency, settled_at, batch',
    },
    dates: { value: 'dmy', meaning: 'days are written as 31/01/2030' },
    decimals: { value: 'comma', meaning: 'amounts are written as 1234,50 or 1.234,50' },
  },
  run: async (app, _args, flags) => {
    const lines = app.get(SettlementLines);
    const { name } = lines.providerOf(required(flags, 'provider'));
    const forms = formsOf(flags);
    const read = readSettlementFile(await bytesOf(required(flags, 'file')), forms);
    const result = await lines.import(name, read);
    return { json: { provider: name, ...recordedJson(result) }, text: `${name}: ${recordedText(result)}` };
  },
};

const report: Command = {
  name: 'reconcile:report',
  summary: 'Compare payments, payouts, refunds and disputes with the settlement lines; exit 1 when anything is open',
  flags: { days: { value: '5', meaning: `how many days a line may take, up to ${MAX_DAYS}` } },
  run: async (app, _args, flags) => {
    const found = await app.get(Reconciliation).report(app.get(Providers).list(), daysFlag(flags));
    return { json: reportJson(found), text: reportText(found), failed: found.open > 0 };
  },
};

export const reconcileCommands: readonly Command[] = [pullLines, importLines, report];

function sinceFlag(flags: Flags): Date | undefined {
  const text = optional(flags, 'since');
  if (text === undefined) return undefined;
  const since = parseDate(text);
  if (!since) throw ValidationError.of('since', '--since must be a day such as 2030-01-31, or an ISO 8601 time');
  return since;
}

function daysFlag(flags: Flags): number | undefined {
  const text = optional(flags, 'days');
  if (text === undefined) return undefined;
  const days = /^\d{1,3}$/.test(text) ? parseInt(text, 10) : -1;
  if (days < 0 || days > MAX_DAYS) throw ValidationError.of('days', `--days must be a number from 0 to ${MAX_DAYS}`);
  return days;
}

function formsOf(flags: Flags): FileForms {
  const [columns, dates, decimals] = [
    optional(flags, 'columns'),
    optional(flags, 'dates'),
    optional(flags, 'decimals'),
  ];
  if (dates !== undefined && dates !== 'dmy') throw ValidationError.of('dates', '--dates must be dmy, or left out');
  if (decimals !== undefined && decimals !== 'comma') {
    throw ValidationError.of('decimals', '--decimals must be comma, or left out');
  }
  return {
    ...(columns !== undefined && { names: readColumnNames(columns) }),
    ...(dates && { dates }),
    ...(decimals && { decimals }),
  };
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size <= MAX_FILE_BYTES) return await readFile(file);
  } catch (error) {
    throw ValidationError.of('file', `${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`);
  }
  throw ValidationError.of('file', `${file} has more than ${MAX_FILE_BYTES} bytes; import it in parts`);
}

function recordedJson({ recorded, repeated, updated, changed }: RecordedLines) {
  return { recorded, repeated, updated, changed };
}

function recordedText({ recorded, repeated, updated, changed }: RecordedLines): string {
  const counted = `${recorded} lines recorded, ${updated} filled in, ${repeated} were recorded before.`;
  return changed.length === 0
    ? counted
    : `${counted} Recorded with other money, which stays: ${changed.join(', ')}. Ask the provider about these lines.`;
}

function reportJson({ days, open, groups }: ReconciliationReport) {
  return {
    days,
    open,
    groups: groups.map(({ provider, currency, fees, missing, unknown, differing, ...lists }) => ({
      provider,
      currency,
      fees: fees.toFixed(),
      open: { without_line: missing, without_record: unknown, different_amount: differing },
      without_line: lists.missingLines.map(({ type, id, amount, at }) => ({
        type,
        id,
        amount: amount.toFixed(),
        at: at.toISOString(),
      })),
      without_record: lists.unknownLines.map(({ type, id, reference, amount, at }) => ({
        type,
        line_id: id,
        reference,
        amount: amount.toFixed(),
        settled_at: at.toISOString(),
      })),
      different_amount: lists.differingAmounts.map(({ type, id, ours, lines }) => ({
        type,
        id,
        ours: textOrNull(ours),
        lines: textOrNull(lines),
      })),
    })),
  };
}

function reportText({ days, open, groups }: ReconciliationReport): string {
  const rows = groups.flatMap(rowsOf);
  const fees = groups.map(({ provider, currency, fees: paid }) => `  ${provider}: ${paid.toFixed()} ${currency}`);
  const heading = open === 0 ? `Everything older than ${days} days is reconciled.` : `${open} are open:`;
  const headings = ['PROVIDER', 'CURRENCY', 'OPEN', 'TYPE', 'ID', 'OURS', 'LINES'];
  const table = rows.length === 0 ? [] : [tableText(headings, rows)];
  return [heading, ...table, ...(fees.length === 0 ? [] : ['Fees paid:', ...fees])].join('\n');
}

function rowsOf({ provider, currency, missingLines, unknownLines, differingAmounts }: ReconciliationGroup): string[][] {
  const row = (open: string, type: string, id: string, ours: Money | null, lines: Money | null) => [
    provider,
    currency,
    open,
    type,
    id,
    textOrNull(ours) ?? '',
    textOrNull(lines) ?? '',
  ];
  return [
    ...missingLines.map(({ type, id, amount }) => row('without line', type, id, amount, null)),
    ...unknownLines.map(({ type, id, amount }) => row('without record', type, id, null, amount)),
    ...differingAmounts.map(({ type, id, ours, lines }) => row('different amount', type, id, ours, lines)),
  ];
}

function textOrNull(amount: Money | null): string | null {
  return amount === null ? null : amount.toFixed();
}
