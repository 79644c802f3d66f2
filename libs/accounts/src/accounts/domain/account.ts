import { isEmail, isLegible, isStorable, typedEmail, ValidationError } from '@app/kernel';
import { defaultTimeZone } from './time-zones';

/** Verification of identity (KYC) or of the business (KYB). */
export type VerificationStatus = 'pending' | 'verified';

/** The languages in which the service writes to merchants. */
export const ACCOUNT_LANGUAGES = ['es', 'pt', 'en'] as const;

export type AccountLanguage = (typeof ACCOUNT_LANGUAGES)[number];

/** A paused account neither creates links nor moves money. */
export const ACCOUNT_STATUSES = ['active', 'paused'] as const;

export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** A merchant account with the settings that decide what it may do. */
export interface Account {
  id: string;
  /** Short identifier: the second segment of every API key of the account. */
  slug: string;
  name: string;
  /** The account's registered e-mail, where codes and notices go. */
  email: string | null;
  country: string;
  status: AccountStatus;
  kycStatus: VerificationStatus;
  kybStatus: VerificationStatus;
  usdEnabled: boolean;
  cardsEnabled: boolean;
  customerPaidFeeEnabled: boolean;
  /** The default of the panel's form for a link; has an effect only while `customerPaidFeeEnabled`. */
  customerPaidFeeDefault: boolean;
  /** The language of the service's mail to the merchant. */
  language: AccountLanguage;
  /** The IANA time zone whose days are those of the account. */
  timeZone: string;
}

/** The settings of an account that can change. */
export type AccountSettings = Omit<Account, 'id' | 'slug' | 'name' | 'email' | 'country'>;

export type AccountChanges = Partial<AccountSettings>;

/** What a new account is created from; it starts active. */
export interface NewAccount extends Omit<
  Account,
  'id' | 'slug' | 'status' | 'customerPaidFeeDefault' | 'language' | 'timeZone'
> {
  /** Made from the name when absent. */
  slug?: string | undefined;
  /** False when absent. */
  customerPaidFeeDefault?: boolean | undefined;
  /** Spanish when absent. */
  language?: AccountLanguage | undefined;
  /** That of the country when absent. */
  timeZone?: string | undefined;
}

// No `_`, which separates the segments of an API key.
const SLUG = /^[a-z0-9]{3,32}$/;

/** The account that staff want to create. Throws `ValidationError` that names the first field with an invalid value. */
export function openAccount(
  id: string,
  { slug, customerPaidFeeDefault = false, language = 'es', timeZone, ...input }: NewAccount,
): Account {
  if (!isLegible(input.name) || input.name.length > 200 || !isStorable(input.name)) {
    throw ValidationError.of('name', 'must have 1 to 200 characters');
  }
  const email = input.email === null ? null : typedEmail(input.email);
  if (email !== null) assertEmail(email);
  if (!/^[A-Z]{2}$/.test(input.country)) throw ValidationError.of('country', 'must be two upper-case letters');
  if (slug !== undefined && !SLUG.test(slug)) {
    throw ValidationError.of('slug', 'must have 3 to 32 lower-case letters and digits');
  }
  return {
    id,
    slug: slug ?? slugFrom(input.name),
    status: 'active',
    ...input,
    email,
    customerPaidFeeDefault,
    language,
    timeZone: timeZone ?? defaultTimeZone(input.country),
  };
}

/** Throws `ValidationError` that names `email`. */
export function assertEmail(email: string): void {
  if (!isEmail(email)) throw ValidationError.of('email', 'must be an e-mail address');
}

/** A slug from a merchant's name: `"Café Río S.A."` gives `caferiosa`. */
export function slugFrom(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 20);
  return plain.length >= 3 ? plain : `${plain}account`;
}

/** The account as the staff's tool prints it and the audit log records it. */
export function accountToJson(account: Account): Record<string, unknown> {
  const { id, slug, name, email, country } = account;
  return { id, slug, name, email, country, ...settingsToJson(account) };
}

/** The settings that are defined, in the same form. */
export function settingsToJson(settings: AccountChanges): Record<string, unknown> {
  return {
    status: settings.status,
    kyc_status: settings.kycStatus,
    kyb_status: settings.kybStatus,
    usd_enabled: settings.usdEnabled,
    cards_enabled: settings.cardsEnabled,
    customer_paid_fee_enabled: settings.customerPaidFeeEnabled,
    customer_paid_fee_default: settings.customerPaidFeeDefault,
    language: settings.language,
    time_zone: settings.timeZone,
  };
}
