import { Injectable } from '@nestjs/common';
import { UnknownProviderError, UnknownSubjectError } from '../domain/errors';
import { FactHandlers } from './fact-handlers';
import { FactInbox } from './fact-inbox';
import { StatusInquiries } from './status-inquiries';
import type { Hint, ProviderMessage } from './provider';
import { Providers } from './providers';

/** Receives what providers send: facts go to the inbox, hints become status inquiries. */
@Injectable()
export class ProviderMessages {
  constructor(
    private readonly providers: Providers,
    private readonly inbox: FactInbox,
    private readonly inquiries: StatusInquiries,
    private readonly handlers: FactHandlers,
  ) {}

  /**
   * When this returns, the provider can get its response. Throws `UnknownProviderError`, `MessageRejectedError`,
   * `UnknownSubjectError` for an unsigned hint about a subject that we do not have, or the error of the first fact about
   * an unknown subject, with the other facts taken.
   */
  async receive(storedName: string, message: ProviderMessage): Promise<void> {
    const provider = this.providers.find(storedName);
    if (!provider) throw new UnknownProviderError();
    const { facts, hints } = provider.read(storedName, message);
    await this.assertKnown(hints.filter(({ isUnsigned }) => isUnsigned));
    await this.inquiries.schedule(hints, 0, message.requestId);
    const body = message.body.toString('utf8');
    const taken = await Promise.allSettled(
      facts.map((fact) => this.inbox.take({ fact, body, requestId: message.requestId })),
    );
    const rejected = taken.find((each) => each.status === 'rejected');
    if (rejected) throw rejected.reason;
  }

  /** Otherwise anyone could make the service ask about anything, and keep asking. Rule 6.12. */
  private async assertKnown(hints: readonly Hint[]): Promise<void> {
    const known = await Promise.all(hints.map((hint) => this.handlers.of(hint.kind).knows([hint])));
    if (known.some(([isKnown]) => !isKnown)) throw new UnknownSubjectError();
  }
}
