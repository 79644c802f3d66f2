import { DomainError } from '@app/kernel';
import { TERMS_EN, TERMS_ES, TERMS_PT } from './texts';

/** Identifies the terms that an account accepts now. A changed text gets another version. */
export const CURRENT_TERMS_VERSION = '2026-11-01';

export const TERMS_LANGUAGES = ['es', 'pt', 'en'] as const;

export type TermsLanguage = (typeof TERMS_LANGUAGES)[number];

const TEXTS: Readonly<Record<TermsLanguage, string>> = { es: TERMS_ES, pt: TERMS_PT, en: TERMS_EN };

export function termsText(language: TermsLanguage): string {
  return TEXTS[language];
}

/** An account accepts the terms once. */
export interface TermsAcceptance {
  readonly accountId: string;
  readonly version: string;
  /** The user who accepted them. */
  readonly userId: string;
  readonly acceptedAt: Date;
}

/** Where terms are accepted, for programs. */
export const ACCEPT_TERMS_AT = '/api/v1/clients/transfers/accept-terms';

export class TransferTermsNotAcceptedError extends DomainError {
  constructor() {
    super('TRANSFER_TERMS_NOT_ACCEPTED', 'The terms of transfers must be accepted first.', {
      meta: { accept_at: ACCEPT_TERMS_AT },
    });
  }
}
