import type { Actor } from '@app/accounts';
import { CardPaymentLinks, type PaymentLink } from '@app/payment-links';
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

/** The same three operations as for payment links, with their own permissions and codes. */
@ExternalUserApi('v1/cards/payment-links')
@DocumentedGroup(
  'Card payment links',
  'Links that are paid by card. What the payer pays and what is credited are fixed when the link is created.',
)
export class CardPaymentLinksController {
  constructor(
    private readonly links: CardPaymentLinks,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @CreatesLink()
  @RequirePermission('card_payment_links:create')
  @Documented({
    operationId: 'createCardPaymentLink',
    summary: 'Create a card payment link',
    description: 'Fixes the stored exchange rate, and opens a session at the card platform.',
    response: CreatedPaymentLinkDto,
    message: 'Card payment link created.',
    codes: [...CREATION_CODES, 'CARD_PAYMENTS_NOT_ENABLED', 'CARD_PAYMENT_ERROR'],
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
  @RequirePermission('card_payment_links:read')
  @Documented({
    operationId: 'readCardPaymentLink',
    summary: 'Read a card payment link',
    description: 'Links of the other kind are not found here.',
    response: PaymentLinkDto,
    message: 'Card payment link found.',
    example: { payment_method: 'card', expires_at: null },
    codes: ['CARD_PAYMENT_LINK_NOT_FOUND'],
  })
  async read(@CallerParam() caller: Caller, @Param('id') id: string) {
    return PaymentLinkDto.of(await this.links.read(id, { userId: keyUserOf(caller) }), this.config);
  }

  @Delete(':id')
  @RequirePermission('card_payment_links:cancel')
  @Documented({
    operationId: 'cancelCardPaymentLink',
    summary: 'Cancel a card payment link',
    description: 'Nothing is cancelled when the card platform fails to close its session.',
    response: CancelledPaymentLinkDto,
    message: 'Card payment link cancelled.',
    codes: [
      'CARD_PAYMENT_LINK_NOT_FOUND',
      'CARD_PAYMENT_LINK_NOT_ACTIVE',
      'PAYMENT_LINK_CANNOT_CANCEL',
      'CARD_PAYMENT_ERROR',
    ],
  })
  async cancel(@CallerParam() caller: Caller, @KeyActorParam() by: Actor, @Param('id') id: string) {
    return CancelledPaymentLinkDto.of(await this.links.cancel(id, { userId: keyUserOf(caller) }, by));
  }
}
