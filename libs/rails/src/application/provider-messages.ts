import { Injectable } from '@nestjs/common';
import { UnknownProviderError } from '../domain/errors';
import { FactInbox } from './fact-inbox';
import { StatusInquiries } from './status-inquiries';
import type { ProviderMessage } from './provider';
import { Providers } from './providers';

/** Receives what providers send: facts go to the inbox, hints become status inquiries. */
@Injectable()
export class ProviderMessages {
  constructor(
    private readonly providers: Providers,
    private readonly inbox: FactInbox,
    private readonly inquiries: StatusInquiries,
  ) {}

  /**
   * When this returns, the provider can get its response. Throws `UnknownProviderError`, `MessageRejectedError`, or the
   * error of the first fact about an unknown subject, with the other facts taken.
   */
  async receive(storedName: string, message: ProviderMessage): Promise<void> {
    const provider = this.providers.find(storedName);
    if (!provider) throw new UnknownProviderError();
    const { facts, hints } = provider.read(storedName, message);
    await this.inquiries.schedule(hints);
    const body = message.body.toString('utf8');
    const taken = await Promise.allSettled(facts.map((fact) => this.inbox.take({ fact, body })));
    const rejected = taken.find((each) => each.status === 'rejected');
    if (rejected) throw rejected.reason;
  }
}
