import type { ValidationError } from '@app/kernel';
import { aConfig } from '@app/platform/testing';
import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { NewWebhookEndpointDto } from '../apps/api/src/resources/webhook-endpoint.dto';
import { RequestValidationPipe } from '../apps/api/src/http/request-validation.pipe';
import { NewApiKeyDto } from '../apps/api/src/panel/api-keys/api-key.dto';
import { AuditLogQueryDto } from '../apps/api/src/panel/audit-log/audit-entry.dto';
import { PasswordChangeDto, PasswordResetDto } from '../apps/api/src/panel/auth/password.dto';
import {
  NewPanelPaymentLinkDto,
  PanelPaymentLinksQueryDto,
} from '../apps/api/src/panel/payment-links/panel-payment-link.dto';
import { NewOutflowDto } from '../apps/api/src/panel/outflows/new-outflow.dto';
import { PayoutsQueryDto } from '../apps/api/src/panel/outflows/payout.dto';
import { AccountUserChangesDto, NewAccountUserDto } from '../apps/api/src/panel/users/user.dto';
import { WebhookDeliveriesQueryDto } from '../apps/api/src/panel/webhook-deliveries/webhook-delivery.dto';
import { reasonOf } from '../apps/panel/src/api/reasons';

const REQUESTS: readonly Type<object>[] = [
  NewPanelPaymentLinkDto,
  PanelPaymentLinksQueryDto,
  PayoutsQueryDto,
  AuditLogQueryDto,
  WebhookDeliveriesQueryDto,
  NewOutflowDto,
  NewApiKeyDto,
  NewWebhookEndpointDto,
  NewAccountUserDto,
  AccountUserChangesDto,
  PasswordResetDto,
  PasswordChangeDto,
];
const BAD_VALUES = [undefined, null, 7, true, '', 'x'.repeat(5_000), {}, [], ['?'], 'http://10.0.0.5', '-1'];

const pipe = new RequestValidationPipe(aConfig());

/** What the API says against a request each of whose fields has the value. */
async function problemsAbout(dto: Type<object>, value: unknown): Promise<string[]> {
  const fields = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const body = Object.fromEntries(fields.map(({ propertyName }) => [propertyName, value]));
  try {
    await pipe.transform(body, { type: 'body', metatype: dto });
    return [];
  } catch (error) {
    return Object.values((error as ValidationError).details.errors as Record<string, string[]>).flat();
  }
}

it.each(REQUESTS.map((dto) => [dto.name, dto] as const))(
  'the web panel has a text for everything that the API says against a field of %s',
  async (_, dto) => {
    const sentences = (await Promise.all(BAD_VALUES.map((value) => problemsAbout(dto, value)))).flat();
    expect(sentences).not.toEqual([]);
    expect([...new Set(sentences)].filter((reason) => !reasonOf(reason))).toEqual([]);
  },
);
