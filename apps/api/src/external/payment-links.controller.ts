import { ownerOf } from '@app/accounts';
import { parseNewPaymentLink, PaymentLinks, type LinkRequest, type PaymentLink } from '@app/payment-links';
import { CONFIG, type Config } from '@app/platform';
import { Body, Delete, Get, Inject, Param, Post } from '@nestjs/common';
import { ExternalApi } from '../gateway/external-api';
import { ExchangeParam, IdempotentCalls, type Exchange } from '../gateway/idempotent-call';
import { RequirePermission } from '../gateway/permission';
import { CallerParam, type Caller } from '../gateway/request';
import { success } from './envelope';
import { cancelledLinkJson, collectorOf, createdLinkJson, linkJson } from './link-json';

@ExternalApi('v1/payment-links')
export class PaymentLinksController {
  constructor(
    private readonly links: PaymentLinks,
    private readonly calls: IdempotentCalls,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @RequirePermission('payment_links:create')
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
  async read(@CallerParam() { key }: Caller, @Param('id') id: string) {
    return success('Payment link found.', linkJson(await this.links.read(id, ownerOf(key)), this.config));
  }

  @Delete(':id')
  @RequirePermission('payment_links:cancel')
  async cancel(@CallerParam() { key }: Caller, @Param('id') id: string) {
    return success('Payment link cancelled.', cancelledLinkJson(await this.links.cancel(id, ownerOf(key))));
  }
}
