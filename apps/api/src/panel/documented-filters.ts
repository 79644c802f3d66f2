import { text, uuid, type Schema } from '../http/schema';

type Parameters = Readonly<Record<string, Schema>>;

const day = (description: string) =>
  text(`${description} A day in UTC, or a time with its offset.`, { examples: ['2026-11-21'] });

/** Query parameters of lists that are asked for a stretch of time. */
export const PERIOD_QUERY: Parameters = {
  start_date: day('Nothing older than this.'),
  end_date: day('Nothing newer than this.'),
};

export const WALLET_QUERY: Parameters = {
  virtual_wallet_id: uuid('The wallet. Always send it: without it one of the account’s wallets is taken.'),
};
