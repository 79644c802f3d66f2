import type { Log } from '@app/platform';
import { Money } from '@app/kernel';
import { emptyAccount } from '@app/rails';
import { PayoutRail, type RailKnowledge, type RailPayoutOrder, type RailSubmission } from '@app/transfers';
import type { Json } from '../json';
import { sentIdOf } from '../sent-ids';
import { DlocalPayoutRejectedError, type DlocalPayoutClient } from './dlocal-payout-client';
import { amountIn, assertAbout, failureOf, knowledgeOf, referenceOf, stateOf } from './dlocal-payout-facts';
import { payoutRequest, UnmappableOrderError } from './dlocal-payout-fields';
import { DLOCAL } from './dlocal-wire';

/** Pays out through dLocal's payouts v3, idempotent by `external_id`, which is our id. */
export class DlocalPayoutRail extends PayoutRail {
  readonly provider = DLOCAL;

  constructor(
    private readonly client: DlocalPayoutClient,
    /** Where dLocal reports; undefined leaves that to its dashboard. */
    private readonly notificationUrl: string | undefined,
    private readonly log: Log,
  ) {
    super();
  }

  async submit(order: RailPayoutOrder, signal: AbortSignal): Promise<RailSubmission> {
    signal.throwIfAborted();
    const externalId = sentIdOf(order.payoutId);
    const request = requestOf(order, this.notificationUrl);
    if (typeof request === 'string') return { outcome: 'declined', reason: request, isOurs: true };
    const made = await this.create(externalId, request, signal);
    if ('submission' in made) return made.submission;
    const { payout } = made;
    const amount = amountIn(payout);
    if (!(amount instanceof Money && amount.equals(order.amount))) {
      throw new Error('dLocal has another amount for the payout');
    }
    const state = stateOf(payout);
    if (state === 'failed') return { outcome: 'declined', reason: failureOf(payout) ?? 'dLocal failed the payout' };
    if (!state) this.logUnknown(externalId, payout);
    return { outcome: 'accepted', reference: referenceOf(payout, externalId) };
  }

  async find(payoutId: string, signal: AbortSignal): Promise<RailKnowledge> {
    signal.throwIfAborted();
    const externalId = sentIdOf(payoutId);
    const payout = await this.payout(externalId, signal);
    if (!payout) return { state: 'unknown' };
    if (!stateOf(payout)) this.logUnknown(externalId, payout);
    return knowledgeOf(payout, externalId);
  }

  /** dLocal's payout with our id; undefined when it says that it has none. */
  async payout(externalId: string, signal: AbortSignal): Promise<Json | undefined> {
    const payout = await this.client.find(externalId, signal);
    if (payout) assertAbout(payout, externalId);
    return payout;
  }

  /** The payout, also when an earlier call made it; or what dLocal rejected it with. */
  private async create(
    externalId: string,
    request: Json,
    signal: AbortSignal,
  ): Promise<{ payout: Json } | { submission: RailSubmission }> {
    try {
      const payout = await this.client.submit(request, signal);
      assertAbout(payout, externalId);
      return { payout };
    } catch (error) {
      if (!(error instanceof DlocalPayoutRejectedError)) throw error;
      const found = await this.payout(externalId, signal);
      if (found) return { payout: found };
      if (error.isOutOfFunds) return { submission: { outcome: 'refused', refusal: emptyAccount(error.message) } };
      // It has the payout and does not find it yet, or may accept it later.
      if (!error.isFinal) throw error;
      const reason = error.reason ?? `dLocal rejected the payout with the code ${error.code}`;
      return { submission: { outcome: 'declined', reason } };
    }
  }

  /** Such a payout is neither paid nor failed. */
  logUnknown(externalId: string, { status }: Json): void {
    this.log.warn({ reference: externalId, status }, 'dLocal payout has an unknown status');
  }
}

/** What dLocal gets, or why it cannot be written. */
function requestOf(order: RailPayoutOrder, notificationUrl: string | undefined): Json | string {
  try {
    return payoutRequest(order, notificationUrl);
  } catch (error) {
    if (error instanceof UnmappableOrderError) return error.message;
    throw error;
  }
}
