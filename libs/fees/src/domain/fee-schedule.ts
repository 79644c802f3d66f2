import { Money, ZERO, type Decimal } from '@app/kernel';

/**
 * What a collection costs. `percentage` is per cent of the gross amount in the wallet's currency. The bounds are
 * amounts of the wallet's currency, which the schedule does not know; they are rounded to its digits when applied.
 */
export interface CollectionSetting {
  readonly percentage: Decimal;
  /** Always in USD; converted to the wallet's currency when applied. */
  readonly fixedUsd: Money;
  readonly minimum: Decimal | null;
  readonly maximum: Decimal | null;
}

/** What an outflow costs. `fixed` and the bounds are amounts of the wallet's currency, rounded when applied. */
export interface OutflowSetting {
  readonly percentage: Decimal;
  readonly fixed: Decimal;
  readonly minimum: Decimal | null;
  readonly maximum: Decimal | null;
}

export interface PercentageSetting {
  readonly percentage: Decimal;
}

/** All fees of one account, set by staff. */
export interface FeeSchedule {
  readonly collection: CollectionSetting;
  /** Settings by payment method code. Each replaces the general setting as a whole. */
  readonly methods: ReadonlyMap<string, CollectionSetting>;
  /** Null when USD has no setting. */
  readonly usdCollection: CollectionSetting | null;
  readonly cards: CollectionSetting | null;
  readonly conversion: PercentageSetting;
  readonly payout: OutflowSetting;
  /** Charged on top of the payout fee when the payout is instant. */
  readonly instantPayout: PercentageSetting;
  readonly outflowTax: PercentageSetting;
}

const FREE_COLLECTION: CollectionSetting = {
  percentage: ZERO,
  fixedUsd: Money.zero('USD'),
  minimum: null,
  maximum: null,
};

/** The schedule of an account for which none was set: no fees at all. */
export const NO_FEES: FeeSchedule = {
  collection: FREE_COLLECTION,
  methods: new Map(),
  usdCollection: null,
  cards: null,
  conversion: { percentage: ZERO },
  payout: { percentage: ZERO, fixed: ZERO, minimum: null, maximum: null },
  instantPayout: { percentage: ZERO },
  outflowTax: { percentage: ZERO },
};

/** The way in which the money of a collection arrives. */
export interface CollectionChannel {
  /** Lane of the wallet that is credited: a collection in USD goes to the USD wallet, any other to the local one. */
  lane: 'local' | 'usd';
  byCard: boolean;
  /** Code of the payment method; null while the payer has not chosen one. */
  method: string | null;
}

/**
 * The setting that applies: the method's, else that of cards, else that of USD, else the general one. A USD collection
 * without a USD setting is charged by the general one without its bounds: those are amounts of the local wallet's
 * currency, and 100 ARS must not become 100 USD.
 */
export function collectionSettingFor(schedule: FeeSchedule, channel: CollectionChannel): CollectionSetting {
  const ofMethod = channel.method === null ? undefined : schedule.methods.get(channel.method);
  if (ofMethod) return ofMethod;
  if (channel.byCard && schedule.cards) return schedule.cards;
  if (channel.lane === 'local') return schedule.collection;
  return schedule.usdCollection ?? { ...schedule.collection, minimum: null, maximum: null };
}
