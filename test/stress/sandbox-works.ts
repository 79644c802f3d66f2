import { paymentIdOf, payNewLink } from '../support/paid-links';
import { adjust } from '../support/panel-money';
import type { CrashRail, CrashWork } from './crash-trial';
import { payoutWork } from './payout-work';

/** Of each payment that refunds take, in ARS. */
const PAYMENT = 15_000;
const KINDS = { payouts: 'payout', refunds: 'refund' } as const;
const ACCOUNT = {
  holder_name: 'Café Río',
  document: { type: 'cuit', number: '20-05536168-2' },
  country: 'AR',
  currency: 'ARS',
  bank: { name: 'Banco Galicia', cbu: '2850590940090418135201' },
};

/** Refunds that take all of one payment. */
export function sandboxRefunds(count: number): CrashWork {
  return {
    name: 'refunds',
    count,
    currency: 'ARS',
    rail: sandboxRail('refunds'),
    prepare: async (service, merchant) => {
      const payment = await paymentIdOf(service, await payNewLink(service, merchant, { amount: PAYMENT }));
      // The fee of the payment, which refunds take too.
      await adjust(service, merchant, '735.00');
      const path = `/received-payments/${payment}/refunds`;
      const body = { amount: (PAYMENT / count).toFixed(2) };
      return Array.from({ length: count }, () => ({ path, body }));
    },
  };
}

/** Payouts of 2000 ARS. */
export function sandboxPayouts(count: number): CrashWork {
  return payoutWork({ count, amount: '2000.00', account: ACCOUNT, rail: sandboxRail('payouts') });
}

function sandboxRail(name: keyof typeof KINDS): CrashRail {
  return {
    nudges: ['UPDATE sandbox_payouts SET due_at = now() WHERE due_at > now()'],
    count: async (service) => {
      const [counts] = await service.sql<{ atTheRail: number; paidOnce: number }>(
        `SELECT count(*)::int AS "atTheRail", count(*) FILTER (WHERE paid_count = 1)::int AS "paidOnce"
           FROM sandbox_payouts WHERE kind = '${KINDS[name]}'`,
      );
      return counts!;
    },
  };
}
