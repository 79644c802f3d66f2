import { type FakeDlocalPayouts, payoutMessage } from '@app/providers/testing';
import { eventually, expect, notify, type Say } from './at-provider';
import type { PanelClient } from './panel-client';
import type { DemoService } from './service';

/** What a payout through dLocal needs of the journey around it. */
export interface PayoutJourney {
  readonly service: DemoService;
  readonly panel: PanelClient;
  readonly payouts: FakeDlocalPayouts;
  readonly say: Say;
  /** The number of the step. */
  readonly step: number;
}

/** A payout to a CLABE in Mexico, whose unsigned notification makes the worker ask dLocal. */
export async function payOutToMexico({ service, panel, payouts, say, step }: PayoutJourney): Promise<void> {
  say(`\n${step}. A payout to a CLABE in Mexico: the worker gets a token and submits it to dLocal`);
  const account = await panel.post<{ id: string }>('bank-accounts', {
    holder_name: 'Ana María Pérez',
    document: { type: 'curp', number: 'HEGG560427MVZRRL04' },
    country: 'MX',
    currency: 'MXN',
    bank: { name: 'BBVA México', clabe: '012180001234567899' },
  });
  const wallets = await panel.get<{ id: string; lane: string }[]>('virtual-wallets');
  const { id } = await panel.post<{ id: string }>('payouts', {
    type: 'payout',
    virtual_wallet_id: wallets.find(({ lane }) => lane === 'local')?.id,
    bank_account_id: account.id,
    amount: '10000.00',
  });
  const externalId = `sp-${id}`;
  const statusIs = (status: string) => async () => (await panel.get(`payouts/${id}`))['status'] === status;
  await eventually('dLocal to have the payout', () => payouts.account.payouts.has(externalId));
  await eventually('the payout to be processing', statusIs('processing'));
  for (const call of payouts.calls) say(`   ${call}`);
  const { id: reference, amount, currency } = payouts.account.payout(externalId);
  say(`   ${reference}: ${amount} ${currency}, external_id ${externalId}`);

  say(`\n${step + 1}. dLocal pays and notifies without a signature: the worker asks what happened`);
  const before = payouts.calls.length;
  await notify(service, payoutMessage(payouts.account.move(externalId, 'PAID')));
  await eventually('the payout to be completed', statusIs('completed'));
  for (const call of payouts.calls.slice(before)) say(`   ${call}`);
  expect(payouts.account.paidOut.length === 1, 'the payout to be paid once');
  say(`   completed: ${amount} ${currency} to the CLABE, once`);
}
