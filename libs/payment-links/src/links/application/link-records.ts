import type { Actor } from '@app/accounts';
import { IdempotentResponses, type IdempotentResponse, type Tx } from '@app/kernel';
import { EventPublisher } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { PaymentLinkCannotCancelError, PaymentLinkNotActiveError, PaymentLinkNotFoundError } from '../domain/errors';
import type { LinkKind, LinkReach, PaymentLink } from '../domain/payment-link';
import { linkEvent } from './link-events';
import { LinkLog } from './link-log';
import { OpenOrders, PaymentLinksRepository } from './ports';

/** Links of both kinds as they are stored, with everything that is written together with them. */
@Injectable()
export class LinkRecords {
  constructor(
    private readonly links: PaymentLinksRepository,
    private readonly orders: OpenOrders,
    private readonly log: LinkLog,
    private readonly responses: IdempotentResponses,
    private readonly events: EventPublisher,
  ) {}

  /** Stores a new link, with an audit entry of its user and the response to its idempotency key, if it has them. */
  async insert(
    tx: Tx,
    link: PaymentLink,
    by: Actor | undefined,
    response: IdempotentResponse<PaymentLink> | undefined,
  ): Promise<void> {
    await this.links.insert(tx, [link]);
    await this.log.recordCreation(tx, by, link);
    await this.responses.keep(tx, response, link);
  }

  /** Stores links that have neither, in one statement. */
  insertAll(tx: Tx, links: readonly PaymentLink[]): Promise<void> {
    return this.links.insert(tx, links);
  }

  /** A link of that kind that the caller may access; throws `PaymentLinkNotFoundError` for any other. */
  async read(id: string, reach: LinkReach, kind: LinkKind): Promise<PaymentLink> {
    const link = await this.links.find(id, reach, kind);
    if (!link) throw new PaymentLinkNotFoundError(kind);
    return link;
  }

  /** Cancels an active, unused link and closes its order. Undefined for any other: `whyNotCancelled` says why. */
  async cancel(
    tx: Tx,
    id: string,
    reach: LinkReach,
    kind: LinkKind,
    by: Actor | undefined,
  ): Promise<PaymentLink | undefined> {
    const link = await this.links.cancel(tx, id, reach, kind);
    if (!link) return undefined;
    await this.orders.close(tx, [id]);
    await this.log.recordCancellation(tx, by, link);
    await this.events.publish(tx, [{ ...linkEvent('payment_link.cancelled', link), requestId: by?.requestId }]);
    return link;
  }

  /** The error of a link that could not be cancelled. Throws `PaymentLinkNotFoundError`. */
  async whyNotCancelled(id: string, reach: LinkReach, kind: LinkKind): Promise<Error> {
    const link = await this.read(id, reach, kind);
    return link.status === 'active'
      ? new PaymentLinkCannotCancelError(link.currentUses)
      : new PaymentLinkNotActiveError(link.status, kind);
  }
}
