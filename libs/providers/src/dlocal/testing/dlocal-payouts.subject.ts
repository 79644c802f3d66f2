import { Money, SystemClock, type Clock } from '@app/kernel';
import { RecordedLog } from '@app/platform/testing';
import { aRailPayoutOrder } from '@app/transfers/testing';
import { DlocalPayoutClient } from '../dlocal-payout-client';
import { DlocalPayoutRail } from '../dlocal-payout.rail';
import { DlocalPayouts } from '../dlocal-payouts';
import { FAKE_PAYOUTS_CLIENT_ID, FAKE_PAYOUTS_CLIENT_SECRET } from './fake-dlocal-payouts';

const NOTIFICATION_URL = 'https://pay.example.com/providers/dlocal/notifications';

/** A payout of 1250.50 MXN to a CLABE of BBVA México. */
export function aClabePayout(changes: Parameters<typeof aRailPayoutOrder>[0] = {}) {
  return aRailPayoutOrder({
    amount: Money.of('1250.50', 'MXN'),
    destination: {
      name: 'Ana María Pérez',
      document: { type: 'curp', number: 'HEGG560427MVZRRL04' },
      country: 'MX',
      bank: { name: 'BBVA México', clabe: '012180001234567899' },
    },
    ...changes,
  });
}

/** The payouts of dLocal over the fake at that address, and what they log. */
export function payoutsOver(apiBase: string, clock: Clock = new SystemClock()) {
  const log = new RecordedLog();
  const [clientId, clientSecret] = [FAKE_PAYOUTS_CLIENT_ID, FAKE_PAYOUTS_CLIENT_SECRET];
  const client = new DlocalPayoutClient({ clientId, clientSecret, apiBase, log, clock });
  const rail = new DlocalPayoutRail(client, NOTIFICATION_URL, log);
  return { client, rail, payouts: new DlocalPayouts(client, NOTIFICATION_URL, log), log };
}
