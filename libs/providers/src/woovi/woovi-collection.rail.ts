import {
  AmountDeclinedError,
  CollectionRail,
  OrderDeclinedError,
  type RailOrder,
  type RailOrderRequest,
} from '@app/payment-links';
import { WooviRejectedError, type WooviClient } from './woovi-client';
import { objectIn, type Json } from '../json';
import { sentIdOf } from '../sent-ids';
import { centavosOf, isAmount, WOOVI } from './woovi-wire';

/** What Woovi takes as a comment. */
const MAX_COMMENT = 140;
const DEFAULT_EXPIRY_SECONDS = 1_800;

/** Opens charges, which payers pay by Pix. The order's id is the correlation id: Woovi makes one charge of it. */
export class WooviCollectionRail extends CollectionRail {
  readonly provider = WOOVI;

  constructor(private readonly client: WooviClient) {
    super();
  }

  async open(request: RailOrderRequest, signal: AbortSignal): Promise<RailOrder> {
    const reference = sentIdOf(request.orderId);
    const charge = await this.create(reference, request, signal);
    if (!isAmount(charge['value'], request.amount)) throw new Error('Woovi has another amount for the charge');
    const [code, deadline] = [charge['brCode'], charge['expiresDate']];
    if (typeof code !== 'string' || code === '') throw new Error('Woovi gave no code for the charge');
    const expiresAt = new Date(typeof deadline === 'string' ? deadline : NaN);
    if (Number.isNaN(expiresAt.getTime())) throw new Error('Woovi gave no deadline for the charge');
    return { reference, instructions: [{ label: 'pix_code', value: code, kind: 'qr' }], expiresAt };
  }

  /** The charge, or the one that an earlier call made. */
  private async create(reference: string, request: RailOrderRequest, signal: AbortSignal): Promise<Json> {
    const { amount, description, method } = request;
    const body = {
      value: centavosOf(amount),
      correlationID: reference,
      comment: [...description].slice(0, MAX_COMMENT).join(''),
      expiresIn: method.expiresInSeconds ?? DEFAULT_EXPIRY_SECONDS,
    };
    try {
      return objectIn(await this.client.post('/api/v1/charge', body, signal), 'charge');
    } catch (error) {
      if (!(error instanceof WooviRejectedError)) throw error;
      const found = await this.client.find(`/api/v1/charge/${reference}`, signal);
      if (!found && error.isAboutAmount) throw new AmountDeclinedError(amount, { cause: error });
      if (!found) throw new OrderDeclinedError(null, { cause: error });
      return objectIn(found, 'charge');
    }
  }
}
