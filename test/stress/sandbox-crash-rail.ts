import type { CrashRail } from './crash-trial';

const KINDS = { payouts: 'payout', refunds: 'refund' } as const;

/** The sandbox as the rail of a trial. */
export function sandboxRail(name: keyof typeof KINDS): CrashRail {
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
