import {
  decimal,
  decimalsOf,
  decimalsRule,
  Money,
  parseDecimal,
  USD,
  ValidationError,
  WrittenAmount,
  ZERO,
  type Currency,
  type Decimal,
} from '@app/kernel';
import type { CollectionSetting, FeeSchedule, OutflowSetting, PercentageSetting } from './fee-schedule';

const COLLECTION_KEYS = ['percentage', 'fixed_usd', 'minimum', 'maximum'];
const OUTFLOW_KEYS = ['percentage', 'fixed', 'minimum', 'maximum'];
const SCHEDULE_KEYS = [
  'collection',
  'methods',
  'usd_collection',
  'cards',
  'conversion',
  'payout',
  'instant_payout',
  'outflow_tax',
];

const MOST_PERCENT = decimal('100');
const MOST_AMOUNT = decimal('999999999999999.999999');
const METHOD_CODE = /^[a-z][a-z0-9_]{0,62}$/;

/** What a schedule can refer to, where that is known. */
export interface ScheduleLimits {
  methods?: readonly string[];
  /** Of the account's local wallet: the currency of every amount outside `usd_collection`. */
  localCurrency?: Currency | undefined;
}

/**
 * Reads a schedule from its JSON. Absent or null parts are zero or no bound. All unknown keys and invalid values are
 * reported in one `ValidationError`, by path (`methods.ars_qr.percentage`). With `methods`, other method codes are
 * rejected as well: a misspelt one would silently never apply. With `localCurrency`, amounts in text with more decimals
 * than their currency has are rejected: `15.000` may mean fifteen thousand.
 */
export function parseFeeSchedule(json: unknown, { methods, localCurrency }: ScheduleLimits = {}): FeeSchedule {
  const reader = new Reader();
  const root = reader.object(json, '', SCHEDULE_KEYS) ?? {};
  const schedule: FeeSchedule = {
    collection: reader.collection(root.collection, 'collection', localCurrency),
    methods: reader.methods(root.methods, methods, localCurrency),
    usdCollection: isAbsent(root.usd_collection)
      ? null
      : reader.collection(root.usd_collection, 'usd_collection', localCurrency && USD),
    cards: isAbsent(root.cards) ? null : reader.collection(root.cards, 'cards', localCurrency),
    conversion: reader.percentageOnly(root.conversion, 'conversion'),
    payout: reader.outflow(root.payout, 'payout', localCurrency),
    instantPayout: reader.percentageOnly(root.instant_payout, 'instant_payout'),
    outflowTax: reader.percentageOnly(root.outflow_tax, 'outflow_tax'),
  };
  reader.finish();
  return schedule;
}

/** The JSON that `parseFeeSchedule` reads back into the same schedule: the form that is stored and shown to staff. */
export function feeScheduleToJson(schedule: FeeSchedule): Record<string, unknown> {
  return {
    collection: collectionToJson(schedule.collection),
    methods: Object.fromEntries([...schedule.methods].map(([code, setting]) => [code, collectionToJson(setting)])),
    usd_collection: schedule.usdCollection && collectionToJson(schedule.usdCollection),
    cards: schedule.cards && collectionToJson(schedule.cards),
    conversion: { percentage: schedule.conversion.percentage.toFixed() },
    payout: {
      percentage: schedule.payout.percentage.toFixed(),
      fixed: schedule.payout.fixed.toFixed(),
      minimum: schedule.payout.minimum?.toFixed() ?? null,
      maximum: schedule.payout.maximum?.toFixed() ?? null,
    },
    instant_payout: { percentage: schedule.instantPayout.percentage.toFixed() },
    outflow_tax: { percentage: schedule.outflowTax.percentage.toFixed() },
  };
}

function collectionToJson(setting: CollectionSetting): Record<string, unknown> {
  return {
    percentage: setting.percentage.toFixed(),
    fixed_usd: setting.fixedUsd.toFixed(),
    minimum: setting.minimum?.toFixed() ?? null,
    maximum: setting.maximum?.toFixed() ?? null,
  };
}

/** Reads parts of the document and collects errors by path, so that staff see all errors of a file at once. */
class Reader {
  private readonly problems = new Map<string, string[]>();

  object(value: unknown, path: string, keys: readonly string[] | undefined): Record<string, unknown> | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.report(path, 'must be an object');
      return undefined;
    }
    for (const key of Object.keys(value)) {
      if (keys && !keys.includes(key)) this.report(join(path, key), `is unknown; known keys are ${keys.join(', ')}`);
    }
    return value as Record<string, unknown>;
  }

  collection(value: unknown, path: string, currency?: Currency): CollectionSetting {
    const part = this.part(value, path, COLLECTION_KEYS);
    return {
      percentage: this.percentage(part.percentage, join(path, 'percentage')),
      fixedUsd: Money.of(this.usd(part.fixed_usd, join(path, 'fixed_usd')), 'USD'),
      ...this.bounds(part, path, currency),
    };
  }

  outflow(value: unknown, path: string, currency?: Currency): OutflowSetting {
    const part = this.part(value, path, OUTFLOW_KEYS);
    return {
      percentage: this.percentage(part.percentage, join(path, 'percentage')),
      fixed: this.amount(part.fixed, join(path, 'fixed'), currency) ?? ZERO,
      ...this.bounds(part, path, currency),
    };
  }

  percentageOnly(value: unknown, path: string): PercentageSetting {
    const part = this.part(value, path, ['percentage']);
    return { percentage: this.percentage(part.percentage, join(path, 'percentage')) };
  }

  methods(value: unknown, known?: readonly string[], currency?: Currency): ReadonlyMap<string, CollectionSetting> {
    const part = isAbsent(value) ? {} : (this.object(value, 'methods', known) ?? {});
    const settings = new Map<string, CollectionSetting>();
    for (const [code, setting] of Object.entries(part)) {
      const path = join('methods', code);
      if (isAbsent(setting)) continue;
      if (METHOD_CODE.test(code)) settings.set(code, this.collection(setting, path, currency));
      else this.report(path, 'is not a payment method code');
    }
    return settings;
  }

  finish(): void {
    if (this.problems.size === 0) return;
    const list = [...this.problems].map(([path, problems]) => `${path} ${problems.join(', ')}`).join('; ');
    throw new ValidationError(`The fee schedule was not accepted: ${list}.`, Object.fromEntries(this.problems));
  }

  private part(value: unknown, path: string, keys: readonly string[]): Record<string, unknown> {
    return isAbsent(value) ? {} : (this.object(value, path, keys) ?? {});
  }

  private bounds(part: Record<string, unknown>, path: string, currency?: Currency) {
    const minimum = this.amount(part.minimum, join(path, 'minimum'), currency);
    const maximum = this.amount(part.maximum, join(path, 'maximum'), currency);
    if (minimum && maximum && minimum.gt(maximum)) {
      this.report(join(path, 'minimum'), 'must not be greater than maximum');
    }
    return { minimum, maximum };
  }

  /** Per cent, as text only: a JSON number would have passed through a binary float. */
  private percentage(value: unknown, path: string): Decimal {
    if (isAbsent(value)) return ZERO;
    const percentage = typeof value === 'string' ? parseDecimal(value) : undefined;
    if (percentage && fits(percentage, MOST_PERCENT, 6)) return percentage;
    this.report(path, 'must be per cent from 0 to 100 as a decimal string with at most 6 decimals, such as "2.9"');
    return ZERO;
  }

  private usd(value: unknown, path: string): Decimal {
    if (isAbsent(value)) return ZERO;
    const amount = WrittenAmount.read(value)?.value;
    if (amount && fits(amount, MOST_AMOUNT, 2)) return amount;
    this.report(path, 'must be a non-negative amount of USD with at most 2 decimals, such as "0.30"');
    return ZERO;
  }

  private amount(value: unknown, path: string, currency?: Currency): Decimal | null {
    if (isAbsent(value)) return null;
    const amount = WrittenAmount.read(value);
    if (amount && currency && !amount.fits(currency)) {
      this.report(path, `has more decimals than ${currency} has: ${decimalsRule(currency)}`);
      return null;
    }
    if (amount && fits(amount.value, MOST_AMOUNT, 6)) return amount.value;
    this.report(path, 'must be a non-negative amount with at most 6 decimals, such as "100"');
    return null;
  }

  private report(path: string, problem: string): void {
    const key = path || 'schedule';
    this.problems.set(key, [...(this.problems.get(key) ?? []), problem]);
  }
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function join(path: string, key: string): string {
  return path ? `${path}.${key}` : key;
}

function fits(value: Decimal, most: Decimal, decimals: number): boolean {
  return value.gte(ZERO) && value.lte(most) && decimalsOf(value) <= decimals;
}
