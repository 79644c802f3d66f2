import type { Log } from '@app/platform';
import type { Capability, InquirySubject, ProviderAdapter, StatusResponse } from '@app/rails';
import { PAYOUT } from '@app/transfers';
import { sentIdOf } from '../sent-ids';
import type { DlocalPart } from './dlocal-part';
import type { DlocalPayoutClient } from './dlocal-payout-client';
import { payoutFact, stateOf } from './dlocal-payout-facts';
import { PAYOUT_COUNTRIES } from './dlocal-payout-fields';
import { DlocalPayoutRail } from './dlocal-payout.rail';

/** Payouts through dLocal, whose API has credentials of its own. */
export class DlocalPayouts implements DlocalPart {
  readonly kinds = [PAYOUT];
  readonly capabilities: readonly Capability[] = PAYOUT_COUNTRIES.map(({ country, currency }) => ({
    kind: 'pay_out',
    country,
    currency,
  }));
  readonly adapters: readonly ProviderAdapter[];
  private readonly rail: DlocalPayoutRail;

  /** `notificationUrl`: where dLocal reports; undefined leaves that to its dashboard. */
  constructor(
    private readonly client: DlocalPayoutClient,
    notificationUrl: string | undefined,
    log: Log,
  ) {
    this.rail = new DlocalPayoutRail(client, notificationUrl, log);
    this.adapters = [this.rail];
  }

  /** What dLocal says about the payout: the reference of the subject is our id. */
  async inquire({ reference }: InquirySubject, signal: AbortSignal): Promise<StatusResponse> {
    const externalId = sentIdOf(reference);
    const payout = await this.rail.payout(externalId, signal);
    if (!payout) throw new Error('dLocal does not know the payout');
    if (!stateOf(payout)) this.rail.logUnknown(externalId, payout);
    const fact = payoutFact(payout, externalId);
    return { facts: fact ? [fact] : [], isDecided: fact !== undefined };
  }

  /** Proves the credentials, and changes nothing. */
  check(signal: AbortSignal): Promise<void> {
    return this.client.check(signal);
  }
}
