import { ownerOf } from '@app/accounts';
import type { Collector, PaymentLink } from '@app/payment-links';
import type { Config } from '@app/platform';
import type { Caller } from '../gateway/request';

type PublicUrl = Pick<Config, 'publicUrl'>;

/** On whose behalf a key collects. Throws `IncompleteApiKeyError` or `UserNotFoundError`. */
export function collectorOf({ account, key }: Caller): Collector {
  return { account, userId: ownerOf(key), apiKeyId: key.id };
}

export function createdLinkJson(link: PaymentLink, config: PublicUrl) {
  return { id: link.id, url: checkoutUrl(link, config), expires_at: link.expiresAt };
}

/** A link of either lane as it is read. */
export function linkJson(link: PaymentLink, config: PublicUrl) {
  return {
    amount: link.amount.toFixed(),
    currency: link.currency,
    currency_destiny: link.currencyDestiny,
    description: link.description,
    expires_at: link.expiresAt,
    max_uses: 1,
    current_uses: link.currentUses,
    status: link.status,
    checkout_url: checkoutUrl(link, config),
    payment_method: link.paymentMethod,
    created_at: link.createdAt,
    updated_at: link.updatedAt,
  };
}

export function cancelledLinkJson({ id, status }: PaymentLink) {
  return { id, status };
}

function checkoutUrl({ id }: PaymentLink, { publicUrl }: PublicUrl): string {
  return `${publicUrl}/checkout/${id}`;
}
