/** Verification of identity (KYC) or of the business (KYB). */
export type VerificationStatus = 'pending' | 'verified';

/** A merchant account with the settings that decide what it may do. */
export interface Account {
  id: string;
  /** Short identifier: the second segment of every API key of the account. */
  slug: string;
  name: string;
  /** The account's registered e-mail, where codes and notices go. */
  email: string | null;
  country: string;
  status: 'active' | 'paused';
  kycStatus: VerificationStatus;
  kybStatus: VerificationStatus;
  usdEnabled: boolean;
  cardsEnabled: boolean;
  customerPaidFeeEnabled: boolean;
  /** What the panel's form proposes for a link; of effect only while `customerPaidFeeEnabled`. */
  customerPaidFeeDefault: boolean;
}

const SLUG = /^[a-z0-9]{3,32}$/;

/** Whether the text can be an account's slug: it must not contain the `_` that separates the segments of a key. */
export function isSlug(text: string): boolean {
  return SLUG.test(text);
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
