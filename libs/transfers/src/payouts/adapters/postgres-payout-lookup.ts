import { Money } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { PayoutLookup, type PayoutSummary } from '../application/payout-lookup';
import type { PayoutStatus } from '../domain/payout';

const FIND = statement(
  'payouts.look-up',
  `SELECT id, status, destination_amount, destination_currency, destination ->> 'name' AS holder
     FROM payouts WHERE id = $1`,
);

interface SummaryRow {
  id: string;
  status: PayoutStatus;
  destination_amount: string;
  destination_currency: string;
  holder: string;
}

@Injectable()
export class PostgresPayoutLookup extends PayoutLookup {
  constructor(private readonly db: Database) {
    super();
  }

  async find(id: string): Promise<PayoutSummary | undefined> {
    const [row] = await this.db.read<SummaryRow>(FIND, [id]);
    if (!row) return undefined;
    const { destination_amount: amount, destination_currency: currency, ...rest } = row;
    return { ...rest, destinationAmount: Money.of(amount, currency) };
  }
}
