import { newId } from '@app/kernel';
import type { HttpResponse } from './http-client';
import { Payer, wrong, type Started } from './outflows';
import { adjust } from './panel-money';
import type { Call } from './call';
import type { TestService } from './service';

type Provoke = () => Promise<HttpResponse>;
type Provocable = Readonly<Record<string, Provoke | undefined>>;

const PAYOUTS = '/api/v1/clients/payouts';

/** Makes the operations of payouts and transfers fail, each time for a separate merchant. */
export class OutflowProvocations {
  constructor(private readonly service: TestService) {}

  /** Undefined for a code that other operations return for the same reason. */
  find(code: string, { path }: Call): Provoke | undefined {
    if (path === PAYOUTS || path === `${PAYOUTS}/estimate`)
      return this.ofOrders(path.replace(PAYOUTS, '/payouts'))[code];
    if (path === `${PAYOUTS}/verify-otp`)
      return this.ofCodes((payer, { id, code: right }) => payer.verify(id, right))[code];
    if (path === `${PAYOUTS}/resend-otp`) return this.ofCodes((payer, { id }) => payer.resend(id))[code];
    return undefined;
  }

  private ofOrders(path: string): Provocable {
    const payout = async (changes: object, payer?: Payer) => {
      const by = payer ?? (await Payer.on(this.service));
      return by.panel.post(path, await by.payout(changes));
    };
    const transfer = async (changes: object, before?: (payer: Payer) => Promise<unknown>) => {
      const payer = await Payer.ofTransfers(this.service);
      const body = await payer.transfer(changes);
      await before?.(payer);
      return payer.panel.post(path, body);
    };
    return {
      VIRTUAL_WALLET_NOT_FOUND: () => payout({ virtual_wallet_id: newId() }),
      BANK_ACCOUNT_NOT_FOUND: () => payout({ bank_account_id: newId() }),
      BENEFICIARY_NOT_FOUND: () => transfer({ beneficiary_id: newId() }),
      BENEFICIARY_INACTIVE: () => transfer({}, deactivate),
      PAYOUT_ROUTE_UNAVAILABLE: () => payout({ instant: true }),
      EXCHANGE_RATE_UNAVAILABLE: async () => payout({}, await Payer.on(this.service, ...WITHOUT_RATE)),
      AMOUNT_BELOW_MINIMUM: () => payout({ amount: '1100.00' }),
      INSUFFICIENT_AVAILABLE_BALANCE: () => payout({ amount: '100000.01' }),
      TRANSFER_TERMS_NOT_ACCEPTED: async () => {
        const payer = await Payer.on(this.service);
        return payer.panel.post(path, await payer.transfer());
      },
      REGISTERED_EMAIL_MISSING: () => transfer({}, (payer) => account(payer, 'email = NULL')),
      TRANSFER_RATE_LIMITED: () =>
        transfer({}, async (payer) => {
          for (let started = 0; started < 20; started++) await payer.start();
        }),
    };
  }

  /** The provocations of a verification that `ask` confirms or resends. */
  private ofCodes(ask: (payer: Payer, started: Started) => Promise<HttpResponse>): Provocable {
    const after = async (change: (payer: Payer, started: Started) => Promise<unknown>, body: object = {}) => {
      const payer = await Payer.ofTransfers(this.service);
      const started = await payer.start(body);
      await change(payer, started);
      return ask(payer, started);
    };
    const foreign = (assignment: string, idOf: (stranger: Payer) => unknown) =>
      after(async (payer, { id }) => {
        const other = await idOf(await Payer.on(this.service));
        await payer.service.sql(`UPDATE transfer_verifications SET ${assignment} WHERE id = $1`, [id, other]);
      });
    return {
      TRANSFER_ALREADY_VERIFIED: () => after((payer, { id, code }) => payer.verify(id, code)),
      OTP_ATTEMPTS_EXHAUSTED: () =>
        after(async (payer, { id, code }) => {
          for (let attempt = 0; attempt < 5; attempt++) await payer.verify(id, wrong(code));
        }),
      OTP_EXPIRED: () => after((payer, { id }) => payer.letPass(id)),
      OTP_INVALID: () => after(async (_payer, started) => (started.code = wrong(started.code))),
      OTP_RESENDS_EXHAUSTED: () =>
        after(async (payer, { id }) => {
          for (let resent = 0; resent < 3; resent++) await payer.resend(id);
        }),
      BUSINESS_TENANT_PAUSED: () => after((payer) => account(payer, `status = 'paused'`)),
      KYC_VERIFICATION_REQUIRED: () => after((payer) => account(payer, `kyc_status = 'pending'`)),
      KYB_VERIFICATION_REQUIRED: () => after((payer) => account(payer, `kyb_status = 'pending'`)),
      TRANSFER_TERMS_NOT_ACCEPTED: () =>
        after(({ service, merchant }) =>
          service.sql('DELETE FROM transfer_terms_acceptances WHERE account_id = $1', [merchant.account.id]),
        ),
      VIRTUAL_WALLET_NOT_FOUND: () => foreign('wallet_id = $2', ({ walletId }) => walletId),
      BENEFICIARY_NOT_FOUND: () =>
        foreign(`destination = destination || jsonb_build_object('id', $2::text)`, (stranger) =>
          stranger.addBeneficiary(),
        ),
      BENEFICIARY_INACTIVE: () => after(deactivate),
      PAYOUT_ROUTE_UNAVAILABLE: () =>
        after(({ service }, { id }) =>
          service.sql('UPDATE transfer_verifications SET instant = true WHERE id = $1', [id]),
        ),
      REGISTERED_EMAIL_MISSING: () => after((payer) => account(payer, 'email = NULL')),
      EXCHANGE_RATE_UNAVAILABLE: async () => {
        const payer = await Payer.ofTransfers(this.service, ...WITHOUT_RATE);
        return ask(payer, await payer.start());
      },
      AMOUNT_BELOW_MINIMUM: () => after(async () => undefined, { amount: '1100.00' }),
      INSUFFICIENT_AVAILABLE_BALANCE: () => after(({ service, merchant }) => adjust(service, merchant, '-95000.00')),
    };
  }
}

/** Bounds of the payout fee are in the local currency, for which there is no rate. */
const WITHOUT_RATE = [{ localCurrency: 'PEN', usd: true }, 'usd'] as const;

async function deactivate(payer: Payer): Promise<void> {
  const { beneficiary_id: id } = await payer.transfer();
  await payer.panel.send('PATCH', `/beneficiaries/${id as string}`, { active: false });
}

/** Changes the account by SQL, as staff would. */
async function account(payer: Payer, change: string): Promise<void> {
  await payer.service.sql(`UPDATE accounts SET ${change} WHERE id = $1`, [payer.merchant.account.id]);
  await payer.signInAgain();
}
