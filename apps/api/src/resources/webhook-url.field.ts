import { MAX_URL_LENGTH } from '@app/kernel';
import type { Config } from '@app/platform';
import { AddressGuard, webhookUrlProblem } from '@app/webhooks';
import { applyDecorators } from '@nestjs/common';
import { TextProperty, type PropertyOptions } from '../http/properties';
import { ConfiguredRule, type Problem } from '../http/rule';

/** An address that deliveries go to, which the deployment must allow; in production it must be https. */
export function WebhookUrlField(description: string, options: PropertyOptions = {}): PropertyDecorator {
  return applyDecorators(
    TextProperty(description, { maxLength: MAX_URL_LENGTH, ...options }),
    ConfiguredRule(problemIn, options),
  );
}

function problemIn({ environment, webhookAllowedNetworks }: Config): Problem {
  const rules = { httpsOnly: environment === 'production', guard: new AddressGuard(webhookAllowedNetworks) };
  return (value) => webhookUrlProblem(value, rules);
}
