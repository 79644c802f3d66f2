import { BooksProof, parseSeal, sealToJson, type BooksReport, type Seal, type SealJson } from '@app/books';
import { Clock, ValidationError } from '@app/kernel';
import { optional, readJson, type Command, type CommandResult } from './command';

const verifyBooks: Command = {
  name: 'books:verify',
  summary: 'Prove every invariant of the ledger over the whole database, or over what is new',
  flags: {
    seal: { value: 'FILE', meaning: 'output of books:seal; each wallet must be as it was then' },
    since: { value: 'FILE', meaning: 'output of books:seal; prove only what was written after it, and trust the rest' },
  },
  run: async (app, _args, flags) => {
    const [file, since] = [optional(flags, 'seal'), optional(flags, 'since')];
    if (file !== undefined && since !== undefined) {
      throw ValidationError.of('since', 'proves what is new, and --seal what is old: give one of them');
    }
    if (since !== undefined) return verifySince(app.get(BooksProof), parseSeal(await readJson('since', since)));
    return verifyAll(app.get(BooksProof), file === undefined ? undefined : parseSeal(await readJson('seal', file)));
  },
};

async function verifyAll(proof: BooksProof, seal: Seal | undefined): Promise<CommandResult> {
  const report = await proof.verify(seal);
  return {
    json: { ...report, ...(seal && { seal: { sealed_at: seal.sealedAt, wallets: seal.wallets.length } }) },
    text: seal ? `${reportText(report)}\n${sealText(report, seal.wallets.length, seal.sealedAt)}` : reportText(report),
    failed: !report.balanced,
  };
}

async function verifySince(proof: BooksProof, seal: Seal): Promise<CommandResult> {
  const report = await proof.verifySince(seal);
  return {
    json: { ...report, since: { sealed_at: seal.sealedAt } },
    text: `${reportText(report)}\nOnly what was written since ${seal.sealedAt} was verified.`,
    failed: !report.balanced,
  };
}

const sealBooks: Command = {
  name: 'books:seal',
  summary: 'Print one digest of each wallet up to its present version, to keep elsewhere',
  run: async (app) => {
    const json = sealToJson(await app.get(BooksProof).seal(app.get(Clock).now()));
    return { json: { ...json }, text: oneWalletPerLine(json) };
  },
};

export const booksCommands: readonly Command[] = [verifyBooks, sealBooks];

function reportText({ balanced, checked, violations }: BooksReport): string {
  const { wallets, entries, postings, holds } = checked;
  const counted = `${wallets} wallets, ${entries} entries, ${postings} postings, ${holds} holds`;
  if (balanced) return `The books balance: ${counted}.`;
  const lines = violations.map(({ rule, table, id, detail }) => `  ${rule}: ${table} ${id}: ${detail}`);
  return [`The books do NOT balance (${counted}):`, ...lines].join('\n');
}

function sealText({ violations }: BooksReport, wallets: number, sealedAt: string): string {
  const broken = violations.some(({ rule }) => rule === 'wallet_matches_its_seal');
  return broken
    ? `The books are NOT those that were sealed at ${sealedAt}.`
    : `${wallets} wallets are as they were sealed at ${sealedAt}.`;
}

/** A JSON document that tools for lines of text can compare. */
function oneWalletPerLine({ wallets, ...head }: SealJson): string {
  const lines = wallets.map((wallet) => JSON.stringify(wallet));
  return `${JSON.stringify(head).slice(0, -1)},"wallets":[\n${lines.join(',\n')}\n]}`;
}
