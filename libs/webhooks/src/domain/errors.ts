import { DomainError, ValidationError } from '@app/kernel';
import { MAX_ENDPOINTS } from './endpoint';

/** The account already has an endpoint with this URL, perhaps in another spelling. */
export class WebhookAlreadyExistsError extends DomainError {
  constructor() {
    super('WEBHOOK_ALREADY_EXISTS', 'A webhook endpoint with this URL is already registered.');
  }
}

/** The account has no endpoint with this id. */
export class WebhookNotFoundError extends DomainError {
  constructor() {
    super('WEBHOOK_NOT_FOUND', 'Webhook endpoint not found.');
  }
}

/** The account has no delivery with this id. */
export class DeliveryNotFoundError extends DomainError {
  constructor() {
    super('WEBHOOK_DELIVERY_NOT_FOUND', 'Webhook delivery not found.');
  }
}

/** The account has the maximum number of endpoints. */
export class TooManyWebhooksError extends ValidationError {
  constructor() {
    super(`An account may have at most ${MAX_ENDPOINTS} webhook endpoints.`);
  }
}
