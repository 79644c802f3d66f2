import { ownerOf } from '@app/accounts';
import { CardPaymentLinks, parseNewPaymentLink, type LinkRequest, type PaymentLink } from '@app/payment-links';
import { CONFIG, type Config } from '@app/platform';
import { Body, Delete, Get, Inject, Param, Post } from '@nestjs/common';
import { CREATION_CODES } from './creation-codes';
import { Documented, DocumentedGroup } from '../http/documented';
import { ExternalApi } from '../gateway/external-api';
import { ExchangeParam, IdempotentCalls, type Exchange } from '../gateway/idempotent-call';
import { RequirePermission } from '../gateway/permission';
import { CallerParam, type Caller } from '../gateway/request';
import { success } from '../http/envelope';
import { cancelledLinkJson, collectorOf, createdLinkJson, linkJson } from './link-json';

/** The same three operations as for payment links, with their own permissions and codes. */
@ExternalApi('v1/cards/payment-links')
@DocumentedGroup(
  'Card payment links',
  'Links that are paid by card. What the payer pays and what is credited are fixed when the link is created.',
)
export class CardPaymentLinksController {
  constructor(
    private readonly links: CardPaymentLinks,
    private readonly calls: IdempotentCalls,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @RequirePermission('card_payment_links:create')
  @Documented({
    operationId: 'createCardPaymentLink',
    summary: 'Create a card payment link',
    description: 'Locks the exchange rate that is stored, and opens a session at the card platform.',
    request: 'NewPaymentLink',
    answer: 'CreatedPaymentLink',
    message: 'Card payment link created.',
    codes: [...CREATION_CODES, 'CARD_PAYMENTS_NOT_ENABLED', 'CARD_PAYMENT_ERROR'],
  })
  create(@CallerParam() caller: Caller, @Body() body: LinkRequest, @ExchangeParam() exchange: Exchange) {
    const by = collectorOf(caller);
    const answer = (link: PaymentLink) => success('Card payment link created.', createdLinkJson(link, this.config));
    return this.calls.run(exchange, by.account.id, async (keepAs) => {
      await this.links.assertMayCreate(by.account, body);
      const input = parseNewPaymentLink(body, this.config.environment === 'production');
      return answer(await this.links.create(by, input, keepAs(answer)));
    });
  }

  @Get(':id')
  @RequirePermission('card_payment_links:read')
  @Documented({
    operationId: 'readCardPaymentLink',
    summary: 'Read a card payment link',
    description: 'Links of the other kind are not found here.',
    answer: 'PaymentLink',
    message: 'Card payment link found.',
    answerExample: 'PaidByCard',
    codes: ['CARD_PAYMENT_LINK_NOT_FOUND'],
  })
  async read(@CallerParam() { key }: Caller, @Param('id') id: string) {
    return success('Card payment link found.', linkJson(await this.links.read(id, ownerOf(key)), this.config));
  }

  @Delete(':id')
  @RequirePermission('card_payment_links:cancel')
  @Documented({
    operationId: 'cancelCardPaymentLink',
    summary: 'Cancel a card payment link',
    description: 'Nothing is cancelled when the card platform fails to close its session.',
    answer: 'CancelledPaymentLink',
    message: 'Card payment link cancelled.',
    codes: [
      'CARD_PAYMENT_LINK_NOT_FOUND',
      'CARD_PAYMENT_LINK_NOT_ACTIVE',
      'PAYMENT_LINK_CANNOT_CANCEL',
      'CARD_PAYMENT_ERROR',
    ],
  })
  async cancel(@CallerParam() { key }: Caller, @Param('id') id: string) {
    return success('Card payment link cancelled.', cancelledLinkJson(await this.links.cancel(id, ownerOf(key))));
  }
}
