import { ownerOf } from '@app/accounts';
import { parseNewPaymentLink, PaymentLinks, type LinkRequest, type PaymentLink } from '@app/payment-links';
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

@ExternalApi('v1/payment-links')
@DocumentedGroup(
  'Payment links',
  'A charge with an amount, a currency and a description. Hand its address to the payer, who chooses how to pay.',
)
export class PaymentLinksController {
  constructor(
    private readonly links: PaymentLinks,
    private readonly calls: IdempotentCalls,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @RequirePermission('payment_links:create')
  @Documented({
    operationId: 'createPaymentLink',
    summary: 'Create a payment link',
    description:
      'The wallet that is credited follows from the currency: `USD` goes to the USD wallet, anything else to the local ' +
      'one, converted if that has another currency. The amount is in the currency of the wallet, with `amount_type` ' +
      '`charge` in that of the payer. Verification, the account and the minimum amount are checked before the body.',
    request: 'NewPaymentLink',
    answer: 'CreatedPaymentLink',
    message: 'Payment link created.',
    codes: CREATION_CODES,
  })
  create(@CallerParam() caller: Caller, @Body() body: LinkRequest, @ExchangeParam() exchange: Exchange) {
    const by = collectorOf(caller);
    const answer = (link: PaymentLink) => success('Payment link created.', createdLinkJson(link, this.config));
    return this.calls.run(exchange, by.account.id, async (keepAs) => {
      await this.links.assertMayCreate(by.account, body);
      const input = parseNewPaymentLink(body, this.config.environment === 'production');
      return answer(await this.links.create(by, input, keepAs(answer)));
    });
  }

  @Get(':id')
  @RequirePermission('payment_links:read')
  @Documented({
    operationId: 'readPaymentLink',
    summary: 'Read a payment link',
    description: 'Any link of the user behind the key, whichever key or panel session made it.',
    answer: 'PaymentLink',
    message: 'Payment link found.',
    codes: ['PAYMENT_LINK_NOT_FOUND'],
  })
  async read(@CallerParam() { key }: Caller, @Param('id') id: string) {
    return success('Payment link found.', linkJson(await this.links.read(id, { userId: ownerOf(key) }), this.config));
  }

  @Delete(':id')
  @RequirePermission('payment_links:cancel')
  @Documented({
    operationId: 'cancelPaymentLink',
    summary: 'Cancel a payment link',
    description: 'Stops an active link that nobody has paid from being paid. It undoes nothing.',
    answer: 'CancelledPaymentLink',
    message: 'Payment link cancelled.',
    codes: ['PAYMENT_LINK_NOT_FOUND', 'PAYMENT_LINK_NOT_ACTIVE', 'PAYMENT_LINK_CANNOT_CANCEL'],
  })
  async cancel(@CallerParam() { key }: Caller, @Param('id') id: string) {
    const cancelled = await this.links.cancel(id, { userId: ownerOf(key) });
    return success('Payment link cancelled.', cancelledLinkJson(cancelled));
  }
}
