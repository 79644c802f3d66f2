import { BooksProof } from '@app/books';
import { fakeDlocalSettings, FakeDlocalPayouts } from '@app/providers/testing';
import { withOpsContext } from '../../apps/ops/src/context';
import { atProvider, eventually, expect, type Say } from './at-provider';
import { payOutToMexico } from './dlocal-payout-demo';
import { PanelClient, send, type Json } from './panel-client';
import type { DemoService } from './service';

/**
 * What dLocal serves, over servers on this machine that stand in for its APIs: a payout to Mexico. Uses a service and
 * data of its own.
 */
export async function runDlocalDemo(say: Say): Promise<void> {
  const payouts = await FakeDlocalPayouts.start();
  const env = {
    PROVIDERS: 'sandbox,dlocal',
    COLLECTION_ROUTES: '*:sandbox',
    PAYOUT_ROUTES: 'MX/MXN:dlocal,*:sandbox',
    ...fakeDlocalSettings(payouts, payouts),
  };
  await atProvider('dLocal', payouts, env, say, (service) => runJourney(service, payouts, say));
}

async function runJourney(service: DemoService, payouts: FakeDlocalPayouts, say: Say): Promise<void> {
  const { url, credentials, config, databaseUrl } = service;
  const panel = await PanelClient.signIn(url, credentials.email, credentials.password);
  await fund(service, panel, say);
  await payOutToMexico({ service, panel, payouts, say, step: 2 });

  say('\n4. The books balance');
  await withOpsContext(config, databaseUrl, async (app) => {
    const { balanced, checked } = await app.get(BooksProof).verify();
    expect(balanced, 'the books to balance');
    say(`   ${checked.entries} entries`);
  });
}

/** What a payout needs: a payment of the sandbox. */
async function fund(service: DemoService, panel: PanelClient, say: Say): Promise<void> {
  say('\n1. The sandbox pays a link over 15000.00 ARS');
  const { id } = await panel.post<{ id: string }>('payment-links', {
    amount: '15000.00',
    currency: 'ARS',
    currency_destiny: 'ARS',
    description: 'Order 1005',
  });
  await send(service.url, 'POST', `/sandbox/payment-links/${id}/simulate`, { event: 'pay' });
  const credited = async () => (await panel.get<Json[]>(`received-payments?payment_link_id=${id}`)).length > 0;
  await eventually('the payment to be credited', credited);
}
