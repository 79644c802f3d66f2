import { Clock } from '@app/kernel';
import { BooksProof, parseSeal, sealToJson, type BooksReport, type SealJson } from '@app/books';
import { optional, readJson, type Command } from './command';

const verifyBooks: Command = {
  name: 'books:verify',
  summary: 'Prove every invariant of the ledger over the whole database',
  flags: { seal: { value: 'FILE', meaning: 'output of books:seal; each wallet must be as it was then' } },
  run: async (app, _args, flags) => {
    const file = optional(flags, 'seal');
    const seal = file === undefined ? undefined : parseSeal(await readJson('seal', file));
    const report = await app.get(BooksProof).verify(seal);
    return {
      json: { ...report, ...(seal && { seal: { sealed_at: seal.sealedAt, wallets: seal.wallets.length } }) },
      text: seal
        ? `${reportText(report)}\n${sealText(report, seal.wallets.length, seal.sealedAt)}`
        : reportText(report),
      failed: !report.balanced,
    };
  },
};

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
function oneWalletPerLine({ sealed_at, wallets }: SealJson): string {
  const lines = wallets.map((wallet) => JSON.stringify(wallet));
  return `{"sealed_at":${JSON.stringify(sealed_at)},"wallets":[\n${lines.join(',\n')}\n]}`;
}
