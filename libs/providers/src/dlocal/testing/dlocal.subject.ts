import { RecordedLog } from '@app/platform/testing';
import { sentIdOf } from '../../sent-ids';
import type { ProviderSubject } from '../../testing/subject';
import { DlocalClient } from '../dlocal-client';
import { DlocalPayins } from '../dlocal-payins';
import { DLOCAL } from '../dlocal-wire';
import { DlocalProvider } from '../dlocal.provider';
import type { DlocalPart } from '../dlocal-part';
import { aClabePayout, payoutsOver } from './dlocal-payouts.subject';
import { FAKE_CREDENTIALS, FakeDlocal } from './fake-dlocal';
import { FakeDlocalPayouts } from './fake-dlocal-payouts';

/** The provider over the fake, and what it logs. */
export function dlocalOver(
  fake: FakeDlocal,
  others: readonly DlocalPart[] = [],
): { provider: DlocalProvider; client: DlocalClient; log: RecordedLog } {
  const log = new RecordedLog();
  const client = new DlocalClient({ credentials: FAKE_CREDENTIALS, apiBase: fake.url, log });
  return { provider: new DlocalProvider(FAKE_CREDENTIALS, [new DlocalPayins(client), ...others]), client, log };
}

/** A refund of ours as dLocal shows it. */
export function aRefundObject(refundId: string, changes: object = {}) {
  return {
    id: 'REF1',
    payment_id: 'D-4-1',
    amount: 10,
    currency: 'BRL',
    status: 'SUCCESS',
    description: sentIdOf(refundId),
    ...changes,
  };
}

export const DLOCAL_SUBJECT: ProviderSubject = {
  name: DLOCAL,
  storedNames: [DLOCAL],
  methods: [],
  refunds: false,
  paysOut: true,
  receives: false,
  start: async () => {
    const [fake, payouts] = [await FakeDlocal.start(), await FakeDlocalPayouts.start()];
    return {
      provider: dlocalOver(fake, [payoutsOver(payouts.url).payouts]).provider,
      stop: () => Promise.all([fake.stop(), payouts.stop()]).then(() => undefined),
      payoutOrder: aClabePayout,
      messages: { [DLOCAL]: (reference, now) => fake.message(aRefundObject(reference), now) },
      messagesExpire: false,
      debits: null,
    };
  },
};
