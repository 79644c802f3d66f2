import { Providers } from '@app/rails';
import { Injectable } from '@nestjs/common';
import type { ReceivedPayment } from '../../settlement/domain/received-payment';
import type { RefundReach } from '../domain/refundability';
import { RefundRail } from './ports';

/** What the providers of payments can give back: always the provider that a payment stores. */
@Injectable()
export class RefundRails {
  constructor(private readonly providers: Providers) {}

  /** Throws when the provider is no longer configured, or cannot refund. */
  of(storedName: string): RefundRail {
    return this.providers.adapterOf(RefundRail, storedName);
  }

  /** How much of the payment its provider can refund; undefined when the provider is no longer configured. */
  reachOf({ provider, method }: ReceivedPayment): RefundReach | undefined {
    const capabilities = this.providers.find(provider)?.capabilities;
    if (!capabilities) return undefined;
    const collect = capabilities.find((each) => each.kind === 'collect' && each.method === method);
    return collect?.kind === 'collect' ? collect.refunds : 'none';
  }
}
