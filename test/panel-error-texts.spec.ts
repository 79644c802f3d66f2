import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidationError } from '@app/kernel';
import { aConfig } from '@app/platform/testing';
import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { NewWebhookEndpointDto } from '../apps/api/src/external/webhook-endpoint.dto';
import { RequestValidationPipe } from '../apps/api/src/http/request-validation.pipe';
import { previewDocument } from '../apps/api/src/openapi';
import { NewApiKeyDto } from '../apps/api/src/panel/api-keys/api-key.dto';
import { AuditLogQueryDto } from '../apps/api/src/panel/audit-log/audit-entry.dto';
import { PasswordChangeDto, PasswordResetDto } from '../apps/api/src/panel/auth/password.dto';
import {
  NewPanelPaymentLinkDto,
  PanelPaymentLinksQueryDto,
} from '../apps/api/src/panel/payment-links/panel-payment-link.dto';
import { NewOutflowDto } from '../apps/api/src/panel/payouts/new-outflow.dto';
import { PayoutsQueryDto } from '../apps/api/src/panel/payouts/payout.dto';
import { AccountUserChangesDto, NewAccountUserDto } from '../apps/api/src/panel/users/user.dto';
import { WebhookDeliveriesQueryDto } from '../apps/api/src/panel/webhook-deliveries/webhook-delivery.dto';
import { reasonOf } from '../apps/panel/src/api/reasons';

/** Every code that an operation of the panel API documents. */
async function documentedCodes(): Promise<string[]> {
  const { components } = await previewDocument('panel');
  return Object.keys(components?.schemas ?? {}).flatMap((name) => /^Error\.(.+)$/.exec(name)?.[1] ?? []);
}

it('the web panel has a sentence for every code of the panel API', async () => {
  const file = join(__dirname, '../apps/panel/src/api/texts/en.json');
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  expect((await documentedCodes()).filter((code) => typeof texts[code] !== 'string')).toEqual([]);
});

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
async function complaintsAbout(dto: Type<object>, value: unknown): Promise<string[]> {
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
    const said = (await Promise.all(BAD_VALUES.map((value) => complaintsAbout(dto, value)))).flat();
    expect(said).not.toEqual([]);
    expect([...new Set(said)].filter((reason) => !reasonOf(reason))).toEqual([]);
  },
);
