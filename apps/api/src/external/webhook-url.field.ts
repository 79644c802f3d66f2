import { MAX_URL_LENGTH, webhookUrlComplaint } from '@app/webhooks';
import { applyDecorators } from '@nestjs/common';
import { TextProperty, type PropertyOptions } from '../http/properties';
import { Rule } from '../http/rule';

/** An address that deliveries go to; in production it must be https. */
export function WebhookUrlField(description: string, options: PropertyOptions = {}): PropertyDecorator {
  return applyDecorators(
    TextProperty(description, { maxLength: MAX_URL_LENGTH, ...options }),
    Rule((value) => webhookUrlComplaint(value, false), options),
    Rule((value) => webhookUrlComplaint(value, true), { ...options, groups: ['production'] }),
  );
}
