import { BooksProof } from '@app/books';
import { withOpsContext } from '../../apps/ops/src/context';
import { PanelClient, send, type Json } from './panel-client';
import type { DemoService } from './service';

type Say = (line?: string) => void;

const COMPLETED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 250;
const AMOUNT = '10000.00';

interface Payout extends Json {
  id: string;
  status: string;
  fees: { payout: { total: string }; instant: string; tax: string; conversion: string };
  history?: { status: string; at: string }[];
}

/** A transfer to a beneficiary, step by step. Throws an error that says what it expected at the first step that fails. */
export async function runOutflowDemo(service: DemoService, say: Say): Promise<void> {
  const panel = await PanelClient.signIn(service.url, service.credentials.email, service.credentials.password);
  const wallet = await fundedWallet(panel, service, say);

  say('\n2. The merchant accepts the terms of transfers and registers a beneficiary');
  const { current_version: version } = await panel.get<{ current_version: string }>('transfers/terms-status');
  await panel.post('transfers/accept-terms', { version });
  const beneficiary = await panel.post<{ id: string; name: string }>('beneficiaries', {
    name: 'Ana Suárez',
    email: 'ana@example.com',
    document: { type: 'cuit', number: '20-12345678-6' },
    country: 'AR',
    bank_country: 'AR',
    bank: { name: 'Banco Río', cbu: '2850590940090418135201' },
  });
  say(`   ${beneficiary.name}, ${beneficiary.id}`);

  say('\n3. and orders a transfer: a code is mailed to the registered address');
  const verification = await panel.post<{ transfer_verification_id: string; status: string }>('payouts', {
    type: 'transfer',
    beneficiary_id: beneficiary.id,
    virtual_wallet_id: wallet,
    amount: AMOUNT,
    comment: 'Invoice 1001',
  });
  const code = await codeFrom(service);
  say(`   verification ${verification.status}, code ${code} in the sandbox mailbox`);

  say('\n4. The code confirms it: the amount is reserved');
  const ordered = await panel.post<Payout>('payouts/verify-otp', {
    transfer_verification_id: verification.transfer_verification_id,
    otp_code: code,
  });
  say(`   transfer ${ordered.id}, ${ordered.status}`);

  const payout = await completed(panel, ordered.id);
  say('\n5. The rail pays it, and the money leaves the wallet');
  showBreakdown(payout, say);
  await showMovement(panel, wallet, payout, say);
  await showBooks(service, say);
}

/** The local wallet, with at least what the transfer takes: a payer pays a link first if it has less. */
async function fundedWallet(panel: PanelClient, service: DemoService, say: Say): Promise<string> {
  const wallets =
    await panel.get<{ id: string; lane: string; available_balance: string; currency: string }[]>('virtual-wallets');
  const local = wallets.find(({ lane }) => lane === 'local');
  if (!local) throw new Error('expected the demo account to have a local wallet');
  say('\n1. The wallet holds money from an earlier collection');
  if (BigInt(local.available_balance.replace('.', '')) < BigInt(AMOUNT.replace('.', ''))) {
    const link = await panel.post<{ id: string }>('payment-links', {
      amount: '15000.00',
      currency: 'ARS',
      currency_destiny: 'ARS',
      description: 'Order 1001',
    });
    await send(service.url, 'POST', `/sandbox/payment-links/${link.id}/simulate`, { event: 'pay' });
  }
  const [now] = await panel.get<{ id: string; available_balance: string; currency: string }[]>('virtual-wallets');
  say(`   ${now?.available_balance ?? ''} ${now?.currency ?? ''} available`);
  return local.id;
}

/** The code stands alone on a line of the newest message to the account's address. */
async function codeFrom({ url, credentials }: DemoService): Promise<string> {
  const path = `/sandbox/mailbox?to=${encodeURIComponent(credentials.email)}`;
  const messages = await send<{ text: string }[]>(url, 'GET', path);
  const code = messages.flatMap(({ text }) => text.split('\n')).find((line) => /^\d{6}$/.test(line.trim()));
  if (code === undefined) throw new Error('expected a message with a verification code in the sandbox mailbox');
  return code.trim();
}

async function completed(panel: PanelClient, id: string): Promise<Payout> {
  const deadline = Date.now() + COMPLETED_WITHIN_MS;
  for (;;) {
    const payout = await panel.get<Payout>(`payouts/${id}`);
    if (payout.status === 'completed') return payout;
    if (payout.status === 'failed' || Date.now() > deadline) {
      throw new Error(`expected the transfer to be completed, got ${payout.status}`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function showBreakdown(payout: Payout, say: Say): void {
  const { fees } = payout;
  say(`   ${(payout.history ?? []).map(({ status }) => status).join(' → ')}`);
  say(`   amount               ${String(payout['amount'])} ${String(payout['currency'])}`);
  say(`   payout fee          ${deducted(fees.payout.total)}`);
  say(`   tax                 ${deducted(fees.tax)}`);
  say(`   conversion fee      ${deducted(fees.conversion)}`);
  say(`   net                  ${String(payout['net_amount'])}`);
  say(`   the recipient gets   ${String(payout['destination_amount'])} ${String(payout['destination_currency'])}`);
}

async function showMovement(panel: PanelClient, wallet: string, { id }: Payout, say: Say): Promise<void> {
  const movements = await panel.get<{ label: string; direction: string; amount: string; reference: { id: string } }[]>(
    `balance-movements?virtual_wallet_id=${wallet}&per_page=1`,
  );
  const [movement] = movements;
  if (movement?.reference.id !== id) throw new Error('expected the newest movement to be that of the transfer');
  say(`   movement "${movement.label}" ${movement.direction} ${movement.amount}`);
}

async function showBooks(service: DemoService, say: Say): Promise<void> {
  const report = await withOpsContext(service.config, service.databaseUrl, (app) => app.get(BooksProof).verify());
  if (!report.balanced) throw new Error('expected the books to balance');
  say(`\n6. The books balance: ${report.checked.entries} entries, ${report.checked.holds} holds`);
}

/** The amount with a minus sign, unless it is zero. */
function deducted(amount: string): string {
  return /[1-9]/.test(amount) ? `-${amount}` : ` ${amount}`;
}
