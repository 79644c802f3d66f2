import { MAX_URL_LENGTH, webhookUrlComplaint } from '@app/webhooks';
import { applyDecorators } from '@nestjs/common';
import { TextProperty, type PropertyOptions } from '../http/properties';
import { Presence, Rule } from '../http/rule';

/** An address that deliveries go to; in production it must be https. */
export function WebhookUrlField(description: string, options: PropertyOptions = {}): PropertyDecorator {
  return applyDecorators(
    TextProperty(description, { maxLength: MAX_URL_LENGTH, ...options }),
    Presence(options),
    Rule((value) => webhookUrlComplaint(value, false)),
    Rule((value) => webhookUrlComplaint(value, true), { groups: ['production'] }),
  );
}
