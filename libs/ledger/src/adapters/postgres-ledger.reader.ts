import { Money, type Page } from '@app/kernel';
import { Database, statement, type SqlParameter, type Statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { cursorAt, positionAt } from '../application/movement-cursor';
import { LedgerReader, type MovementFilter, type MovementQuery, type PlatformBalance } from '../application/ports';
import type { WalletDays, WalletFigures } from '../domain/daily-totals';
import { toMovement, type Movement } from '../domain/movement';
import type { PlatformAccount } from '../domain/platform-account';
import type { Wallet } from '../domain/wallet';
import type { TypeTotals, WalletWithTotals } from '../domain/wallet-totals';
import { WALLET_COLUMNS, referenceOf, walletOf, type WalletRow } from './postgres-rows';

const WALLETS_OF = statement(
  'ledger.wallets.of-account',
  `SELECT ${WALLET_COLUMNS} FROM wallets WHERE account_id = $1
   ORDER BY array_position(ARRAY['local', 'usd', 'internal'], lane)`,
);

const FIND_WALLET = statement('ledger.wallets.find', `SELECT ${WALLET_COLUMNS} FROM wallets WHERE id = $1`);

// An entry has at most one hidden posting of a wallet, right behind the visible one: the fee of a USD collection.
// Two statements, so that an index serves each condition; `OR $6 IS NULL` would prevent that.
const MOVEMENTS = statement('ledger.movements', movementsWhere(''));
const MOVEMENTS_OF_TYPE = statement('ledger.movements.of-type', movementsWhere('AND p.movement_type = $6'));

function movementsWhere(condition: string): string {
  return `SELECT p.id, p.wallet_id, p.movement_type, p.currency, p.amount, p.balance_after, p.created_at,
      p.wallet_version, e.reference_type, e.reference_id, f.amount AS fee_amount, f.balance_after AS fee_balance_after
    FROM postings p JOIN journal_entries e ON e.id = p.entry_id
    LEFT JOIN postings f ON f.wallet_id = p.wallet_id AND f.wallet_version = p.wallet_version + 1
      AND f.entry_id = p.entry_id AND NOT f.visible
    WHERE p.wallet_id = $1 AND p.visible
      AND p.created_at >= $2::timestamptz AND (p.created_at, p.wallet_version) < ($3::timestamptz, $4::bigint) ${condition}
    ORDER BY p.created_at DESC, p.wallet_version DESC LIMIT $5`;
}

const TOTALS = statement(
  'ledger.wallets.totals',
  `SELECT ${WALLET_COLUMNS}, movement_type, visible, total_in, count_in, total_out, count_out
   FROM wallets LEFT JOIN wallet_totals ON wallet_id = id WHERE id = $1`,
);

/** The last row, without a day, has the present figures. Each of the days has at most one row, and one may follow. */
export const DAYS = statement(
  'ledger.wallets.days',
  `SELECT f.day, w.currency, f.total_in, f.total_out, f.balance FROM wallets w CROSS JOIN LATERAL (
     (SELECT to_char(d.day, 'YYYY-MM-DD') AS day, d.total_in, d.total_out, d.balance FROM wallet_days d
      WHERE d.wallet_id = w.id AND d.day >= $2::date ORDER BY d.day LIMIT $3::integer + 1)
     UNION ALL
     SELECT NULL, COALESCE(sum(t.total_in), 0), COALESCE(sum(t.total_out), 0), w.balance
     FROM wallet_totals t WHERE t.wallet_id = w.id AND t.visible
   ) f
   WHERE w.id = $1 ORDER BY f.day NULLS LAST`,
);

const PLATFORM_BALANCES = statement(
  'ledger.platform-balances',
  `SELECT platform_account, currency, sum(amount) AS balance FROM postings WHERE platform_account IS NOT NULL
   GROUP BY platform_account, currency ORDER BY platform_account, currency`,
);

interface MovementRow {
  id: string;
  wallet_id: string;
  movement_type: string;
  currency: string;
  amount: string;
  balance_after: string;
  created_at: Date;
  wallet_version: string;
  reference_type: string | null;
  reference_id: string | null;
  fee_amount: string | null;
  fee_balance_after: string | null;
}

interface TotalsRow {
  movement_type: string;
  visible: boolean;
  total_in: string;
  count_in: string;
  total_out: string;
  count_out: string;
}

/** A wallet without postings has no totals. */
type WalletWithTotalsRow = WalletRow & (TotalsRow | { movement_type: null });

interface DayRow {
  day: string | null;
  currency: string;
  total_in: string;
  total_out: string;
  balance: string;
}

interface PlatformBalanceRow {
  platform_account: PlatformAccount;
  currency: string;
  balance: string;
}

/** Reads balances, movements and totals outside a transaction. */
@Injectable()
export class PostgresLedgerReader extends LedgerReader {
  constructor(private readonly db: Database) {
    super();
  }

  async walletsOf(accountId: string): Promise<Wallet[]> {
    return (await this.db.read<WalletRow>(WALLETS_OF, [accountId])).map(shownWallet);
  }

  async findWallet(id: string): Promise<Wallet | undefined> {
    return (await this.db.read<WalletRow>(FIND_WALLET, [id])).map(shownWallet)[0];
  }

  async listMovements(walletId: string, query: MovementQuery): Promise<Page<Movement>> {
    const { limit } = query;
    const rows = await this.db.report<MovementRow>(...movementsOf(walletId, query, limit + 1));
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      items: rows.slice(0, limit).map(movementOf),
      nextCursor: last ? cursorAt({ createdAt: last.created_at, version: Number(last.wallet_version) }) : null,
    };
  }

  async *streamMovements(walletId: string, filter: MovementFilter): AsyncGenerator<Movement> {
    for await (const row of this.db.stream<MovementRow>(...movementsOf(walletId, filter, null))) yield movementOf(row);
  }

  async totals(walletId: string): Promise<WalletWithTotals | undefined> {
    const rows = await this.db.read<WalletWithTotalsRow>(TOTALS, [walletId]);
    const [first] = rows;
    return first && { wallet: shownWallet(first), totals: rows.flatMap(totalsOf) };
  }

  async days(walletId: string, firstDay: string, count: number): Promise<WalletDays | undefined> {
    const rows = await this.db.report<DayRow>(DAYS, [walletId, firstDay, count]);
    const present = rows.find(({ day }) => day === null);
    const openings = rows.flatMap((row) => (row.day === null ? [] : { walletId, day: row.day, ...figuresOf(row) }));
    return present && { openings, present: figuresOf(present) };
  }

  async platformBalances(): Promise<PlatformBalance[]> {
    const rows = await this.db.read<PlatformBalanceRow>(PLATFORM_BALANCES);
    return rows.map((row) => ({ account: row.platform_account, balance: Money.stored(row.balance, row.currency) }));
  }
}

/** The statement and its parameters; without a limit for null. */
function movementsOf(
  walletId: string,
  query: Omit<MovementQuery, 'limit'>,
  limit: number | null,
): [Statement, SqlParameter[]] {
  const range = [walletId, query.from?.toISOString() ?? '-infinity', ...upperBound(query), limit];
  return query.type === undefined ? [MOVEMENTS, range] : [MOVEMENTS_OF_TYPE, [...range, query.type]];
}

/** The end of the period and the cursor are both upper bounds; the earlier one applies. Versions begin at 1. */
function upperBound({ to, cursor }: Pick<MovementQuery, 'to' | 'cursor'>): [string, number] {
  const position = cursor === undefined ? undefined : positionAt(cursor);
  if (position && (!to || position.createdAt < to)) return [position.createdAt.toISOString(), position.version];
  return [to?.toISOString() ?? 'infinity', 0];
}

function shownWallet(row: WalletRow): Wallet {
  return walletOf(row, (amount, currency) => Money.stored(amount, currency));
}

function totalsOf(row: WalletWithTotalsRow): TypeTotals[] {
  if (row.movement_type === null) return [];
  return [
    {
      walletId: row.id,
      type: row.movement_type,
      visible: row.visible,
      totalIn: Money.stored(row.total_in, row.currency),
      countIn: Number(row.count_in),
      totalOut: Money.stored(row.total_out, row.currency),
      countOut: Number(row.count_out),
    },
  ];
}

function figuresOf(row: DayRow): WalletFigures {
  const money = (amount: string) => Money.stored(amount, row.currency);
  return { totalIn: money(row.total_in), totalOut: money(row.total_out), balance: money(row.balance) };
}

function movementOf(row: MovementRow): Movement {
  const { fee_amount, fee_balance_after } = row;
  const money = (amount: string) => Money.stored(amount, row.currency);
  const hasFee = fee_amount !== null && fee_balance_after !== null;
  return toMovement({
    id: row.id,
    walletId: row.wallet_id,
    type: row.movement_type,
    change: money(row.amount),
    balanceAfter: money(row.balance_after),
    fee: hasFee ? { amount: money(fee_amount), balanceAfter: money(fee_balance_after) } : null,
    reference: referenceOf(row),
    createdAt: row.created_at,
  });
}
