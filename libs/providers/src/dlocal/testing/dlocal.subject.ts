import { RecordedLog } from '@app/platform/testing';
import { sentIdOf } from '../../sent-ids';
import type { ProviderSubject } from '../../testing/subject';
import { DlocalClient } from '../dlocal-client';
import { DlocalPayins } from '../dlocal-payins';
import { DLOCAL } from '../dlocal-wire';
import { DlocalProvider } from '../dlocal.provider';
import { FAKE_CREDENTIALS, FakeDlocal } from './fake-dlocal';

/** The provider over the fake, and what it logs. */
export function dlocalOver(fake: FakeDlocal): { provider: DlocalProvider; client: DlocalClient; log: RecordedLog } {
  const log = new RecordedLog();
  const client = new DlocalClient({ credentials: FAKE_CREDENTIALS, apiBase: fake.url, log });
  return { provider: new DlocalProvider(FAKE_CREDENTIALS, [new DlocalPayins(client)]), client, log };
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
  paysOut: false,
  receives: false,
  start: async () => {
    const fake = await FakeDlocal.start();
    return {
      provider: dlocalOver(fake).provider,
      stop: () => fake.stop(),
      messages: { [DLOCAL]: (reference, now) => fake.message(aRefundObject(reference), now) },
      messagesExpire: false,
      debits: null,
    };
  },
};
