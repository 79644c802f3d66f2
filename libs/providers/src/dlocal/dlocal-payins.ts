import { COLLECTION, REFUND } from '@app/payment-links';
import type { Capability, InquirySubject, ProviderAdapter, StatusResponse } from '@app/rails';
import type { DlocalClient } from './dlocal-client';
import type { DlocalPart } from './dlocal-part';

/** Collects and refunds. */
export class DlocalPayins implements DlocalPart {
  readonly kinds = [COLLECTION, REFUND];
  readonly capabilities: readonly Capability[] = [];
  readonly adapters: readonly ProviderAdapter[] = [];

  constructor(private readonly client: DlocalClient) {}

  inquire(_subject: InquirySubject, _signal: AbortSignal): Promise<StatusResponse> {
    return Promise.resolve({ facts: [], isDecided: true });
  }

  /** Lists the payment methods of a country. */
  async check(signal: AbortSignal): Promise<void> {
    const methods = await this.client.get('/payments-methods?country=BR', signal);
    if (!Array.isArray(methods)) throw new Error('dLocal did not list the payment methods');
  }
}
