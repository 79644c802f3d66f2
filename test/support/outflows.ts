import { Routes, type RouteInput } from '@app/transfers';
import type { HttpResponse, HttpClient } from './http-client';
import { signIn } from './panel';
import { adjust } from './panel-money';
import type { Merchant, MerchantOptions, TestService } from './service';

const DOCUMENT = { type: 'cuit', number: '20-05536168-2' };
const BANK = { name: 'Banco Galicia', cbu: '2850590940090418135201' };
const BENEFICIARY = { document: DOCUMENT, country: 'AR', bank_country: 'AR', bank: BANK, name: 'Ana Gómez' };
const BANK_ACCOUNT = { holder_name: 'Café Río', document: DOCUMENT, country: 'AR', currency: 'ARS', bank: BANK };

const CURRENCY_OF = { AR: 'ARS', BO: 'BOB' };

/** What an outflow's response is checked for. */
export interface Outflow {
  id: string;
  status: string;
  /** Only the response about a single payout has it. */
  history?: { status: string }[];
  [field: string]: unknown;
}

/** A started transfer, with the code of the newest mail. */
export interface Started {
  id: string;
  code: string;
}

/** A merchant with 100,000 in one wallet, signed in, with what payouts and transfers need. */
export class Payer {
  private beneficiary: string | undefined;
  private bankAccount: string | undefined;

  private constructor(
    readonly service: TestService,
    readonly merchant: Merchant,
    readonly walletId: string,
    public panel: HttpClient,
  ) {}

  /** The money is in the local wallet unless `from` names the other one. */
  static async on(service: TestService, options: MerchantOptions = {}, from: 'local' | 'usd' = 'local') {
    const merchant = await service.merchant(options);
    const wallet = merchant[from]!;
    await adjust(service, { local: wallet }, '100000.00');
    return new Payer(service, merchant, wallet.id, (await signIn(service, merchant)).panel);
  }

  /** The same, with the terms of transfers accepted. */
  static async ofTransfers(...given: Parameters<typeof Payer.on>): Promise<Payer> {
    const payer = await Payer.on(...given);
    await payer.acceptTerms();
    return payer;
  }

  async acceptTerms(): Promise<void> {
    const { current_version: version } = (await this.panel.get('/transfers/terms-status')).body.data as Outflow;
    made(await this.panel.post('/transfers/accept-terms', { version }));
  }

  async signInAgain(): Promise<void> {
    this.panel = (await signIn(this.service, this.merchant)).panel;
  }

  /** A new beneficiary of the address `email`. */
  async addBeneficiary(changes: object = {}, email = `ana@${this.merchant.account.slug}.example`): Promise<string> {
    return made(await this.panel.post('/beneficiaries', { ...BENEFICIARY, email, ...changes })).id;
  }

  async addBankAccount(changes: object = {}): Promise<string> {
    return made(await this.panel.post('/bank-accounts', { ...BANK_ACCOUNT, ...changes })).id;
  }

  /** The body of a transfer of 10,000 to a beneficiary that all transfers of this payer have. */
  async transfer(changes: object = {}): Promise<Record<string, unknown>> {
    this.beneficiary ??= await this.addBeneficiary();
    return {
      type: 'transfer',
      virtual_wallet_id: this.walletId,
      beneficiary_id: this.beneficiary,
      amount: '10000.00',
      comment: 'November rent',
      ...changes,
    };
  }

  /** The body of a payout of 10,000 to a bank account that all payouts of this payer have. */
  async payout(changes: object = {}): Promise<Record<string, unknown>> {
    this.bankAccount ??= await this.addBankAccount();
    return {
      type: 'payout',
      virtual_wallet_id: this.walletId,
      bank_account_id: this.bankAccount,
      amount: '10000.00',
      ...changes,
    };
  }

  async initiate(changes: object = {}, by = this.panel): Promise<HttpResponse> {
    return by.post('/payouts', await this.transfer(changes));
  }

  async start(changes: object = {}): Promise<Started> {
    const { transfer_verification_id: id } = made(await this.initiate(changes));
    return { id: id as string, code: await this.code() };
  }

  /** The newest code in the mails to the account. Notices of earlier transfers may be newer. */
  async code(): Promise<string> {
    const lines = (await this.mails(this.merchant.email)).flatMap(({ text }) => text.split('\n'));
    const code = lines.find((line) => /^\d{6}$/.test(line));
    if (code === undefined) throw new Error('no mail has a code');
    return code;
  }

  /** The mails to that address, the newest first. */
  async mails(to: string): Promise<{ subject: string; text: string }[]> {
    const { body } = await this.service.anonymous().get(`/sandbox/mailbox?to=${encodeURIComponent(to)}`);
    return body.data as { subject: string; text: string }[];
  }

  verify(id: string, code: string, by = this.panel): Promise<HttpResponse> {
    return by.post('/payouts/verify-otp', { transfer_verification_id: id, otp_code: code });
  }

  resend(id: string, by = this.panel): Promise<HttpResponse> {
    return by.post('/payouts/resend-otp', { transfer_verification_id: id });
  }

  /** A transfer, confirmed. */
  async order(changes: object = {}): Promise<Outflow> {
    const { id, code } = await this.start(changes);
    return made(await this.verify(id, code));
  }

  /** A payout, ordered. */
  async orderPayout(changes: object = {}): Promise<Outflow> {
    return made(await this.panel.post('/payouts', await this.payout(changes)));
  }

  async read(id: string): Promise<Outflow> {
    return made(await this.panel.get(`/payouts/${id}`));
  }

  /** Balance, reserved balance and available balance of the wallet. */
  async balances(): Promise<unknown[]> {
    const wallets = (await this.panel.get('/virtual-wallets')).body.data as Outflow[];
    const { balance, reserved_balance, available_balance } = wallets.find(({ id }) => id === this.walletId)!;
    return [balance, reserved_balance, available_balance];
  }

  async movements(): Promise<Outflow[]> {
    const { body } = await this.panel.get(`/balance-movements?virtual_wallet_id=${this.walletId}&type=payout`);
    return body.data as Outflow[];
  }

  /** Sets the route from ARS to the banks of a country, at the stored rate and with a negligible minimum. */
  async setRoute(country: keyof typeof CURRENCY_OF, changes: Partial<RouteInput> = {}): Promise<void> {
    const route = { origin: 'ARS', country, currency: CURRENCY_OF[country], minimum: '1.00', dollarPrice: '1000' };
    const actor = { type: 'system', name: 'test' } as const;
    await this.service.get(Routes).set(actor, { ...route, leadTime: '1d', instant: false, ...changes });
  }

  /** Makes the code expire, as if it had been sent more than ten minutes ago. */
  async letPass(id: string): Promise<void> {
    await this.service.sql(
      `UPDATE transfer_verifications SET expires_at = expires_at - interval '10 minutes 1 second' WHERE id = $1`,
      [id],
    );
  }
}

/** Six digits that are not the code. */
export const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

export function made({ status, text, body }: HttpResponse): Outflow {
  if (status >= 300) throw new Error(`rejected: ${text}`);
  return body.data as Outflow;
}
