import { AuditLog, type Account, type Actor } from '@app/accounts';
import { Clock, UnitOfWork, ValidationError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { CURRENT_TERMS_VERSION, termsText, TransferTermsNotAcceptedError, type TermsAcceptance } from '../domain/terms';
import { TermsRepository } from './ports';

/** Which terms an account has accepted, and the current ones. */
export interface TermsStatus {
  acceptance: TermsAcceptance | undefined;
  currentVersion: string;
  /** Of the current version, in the language of the account. */
  text: string;
}

/** The terms of transfers, which an account accepts once. Payouts do not need them. */
@Injectable()
export class TransferTerms {
  constructor(
    private readonly terms: TermsRepository,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Accepts the current terms for the account. When it has accepted terms before, that acceptance is returned and
   * nothing changes. Throws `ValidationError` for another version.
   */
  async accept(accountId: string, userId: string, by: Actor, version: string): Promise<TermsAcceptance> {
    if (version !== CURRENT_TERMS_VERSION) {
      throw ValidationError.of('version', `The version must be the current one, ${CURRENT_TERMS_VERSION}.`);
    }
    const accepted = { accountId, version, userId, acceptedAt: this.clock.now() };
    await this.uow.run(async (tx) => {
      if (!(await this.terms.insert(tx, accepted))) return;
      await this.audit.record(tx, {
        actor: by,
        action: 'transfer_terms.accepted',
        object: { type: 'account', id: accountId },
        accountId,
        details: { version },
      });
    });
    return (await this.terms.find(accountId)) ?? accepted;
  }

  async status({ id, language }: Pick<Account, 'id' | 'language'>): Promise<TermsStatus> {
    const acceptance = await this.terms.find(id);
    return { acceptance, currentVersion: CURRENT_TERMS_VERSION, text: termsText(language) };
  }

  /** Throws `TransferTermsNotAcceptedError` unless the account has accepted terms. */
  async assertAccepted(accountId: string): Promise<void> {
    if (!(await this.terms.find(accountId))) throw new TransferTermsNotAcceptedError();
  }
}
