import type { Actor } from '@app/accounts';
import { PaymentLinks, type PaymentLink } from '@app/payment-links';
import { CONFIG, type Config } from '@app/platform';
import { Body, Delete, Get, Inject, Param, Post } from '@nestjs/common';
import { ExternalUserApi } from '../access/external-api';
import { CallerParam, KeyActorParam, keyUserOf, type Caller } from '../access/external-request';
import { responseFor, Claim, type OperationClaim } from '../access/idempotent';
import { RequirePermission } from '../access/permission.guard';
import { Documented, DocumentedGroup } from '../http/documented';
import { RequestValidationPipe } from '../http/request-validation.pipe';
import { collectorOf } from './collector';
import { CREATION_CODES, CreatesLink } from '../resources/creates-link';
import {
  CancelledPaymentLinkDto,
  CreatedPaymentLinkDto,
  newPaymentLink,
  NewPaymentLinkDto,
  PaymentLinkDto,
} from '../resources/payment-link.dto';

@ExternalUserApi('v1/payment-links')
@DocumentedGroup(
  'Payment links',
  'A charge with an amount, a currency and a description. Hand its address to the payer, who chooses how to pay.',
)
export class PaymentLinksController {
  constructor(
    private readonly links: PaymentLinks,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @CreatesLink()
  @RequirePermission('payment_links:create')
  @Documented({
    operationId: 'createPaymentLink',
    summary: 'Create a payment link',
    description:
      'The wallet that is credited follows from the currency: `USD` goes to the USD wallet, anything else to the local ' +
      'one, converted if that has another currency. The amount is in the currency of the wallet, with `amount_type` ' +
      '`charge` in that of the payer. Verification, the account and the minimum amount are checked before the body.',
    response: CreatedPaymentLinkDto,
    message: 'Payment link created.',
    codes: CREATION_CODES,
  })
  async create(
    @CallerParam() caller: Caller,
    @Body(RequestValidationPipe) body: NewPaymentLinkDto,
    @Claim() claim: OperationClaim | undefined,
  ) {
    const response = (link: PaymentLink) => CreatedPaymentLinkDto.of(link, this.config);
    return response(await this.links.create(collectorOf(caller), newPaymentLink(body), responseFor(claim, response)));
  }

  @Get(':id')
  @RequirePermission('payment_links:read')
  @Documented({
    operationId: 'readPaymentLink',
    summary: 'Read a payment link',
    description: 'Any link of the user behind the key, whichever key or panel session created it.',
    response: PaymentLinkDto,
    message: 'Payment link found.',
    codes: ['PAYMENT_LINK_NOT_FOUND'],
  })
  async read(@CallerParam() caller: Caller, @Param('id') id: string) {
    return PaymentLinkDto.of(await this.links.read(id, { userId: keyUserOf(caller) }), this.config);
  }

  @Delete(':id')
  @RequirePermission('payment_links:cancel')
  @Documented({
    operationId: 'cancelPaymentLink',
    summary: 'Cancel a payment link',
    description: 'Stops an active, unpaid link from being paid. It does not undo a payment.',
    response: CancelledPaymentLinkDto,
    message: 'Payment link cancelled.',
    codes: ['PAYMENT_LINK_NOT_FOUND', 'PAYMENT_LINK_NOT_ACTIVE', 'PAYMENT_LINK_CANNOT_CANCEL'],
  })
  async cancel(@CallerParam() caller: Caller, @KeyActorParam() by: Actor, @Param('id') id: string) {
    const cancelled = await this.links.cancel(id, { userId: keyUserOf(caller) }, by);
    return CancelledPaymentLinkDto.of(cancelled);
  }
}
