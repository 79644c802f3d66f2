import { ownerOf } from '@app/accounts';
import {
  parseNewPaymentLink,
  PaymentLinks,
  type Collector,
  type LinkRequest,
  type PaymentLink,
} from '@app/payment-links';
import { CONFIG, type Config } from '@app/platform';
import { Body, Delete, Get, Inject, Param, Post } from '@nestjs/common';
import { ExternalApi } from '../gateway/external-api';
import { RequirePermission } from '../gateway/permission';
import { CallerParam, type Caller } from '../gateway/request';
import { success } from './envelope';

@ExternalApi('v1/payment-links')
export class PaymentLinksController {
  constructor(
    private readonly links: PaymentLinks,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @RequirePermission('payment_links:create')
  async create(@CallerParam() caller: Caller, @Body() body: LinkRequest) {
    const by = collector(caller);
    await this.links.assertMayCreate(by.account, body);
    const link = await this.links.create(by, parseNewPaymentLink(body, this.config.environment === 'production'));
    return success('Payment link created.', { id: link.id, url: this.checkoutUrl(link), expires_at: link.expiresAt });
  }

  @Get(':id')
  @RequirePermission('payment_links:read')
  async read(@CallerParam() caller: Caller, @Param('id') id: string) {
    const link = await this.links.read(id, ownerOf(caller.key));
    return success('Payment link found.', {
      amount: link.amount.toFixed(),
      currency: link.currency,
      currency_destiny: link.currencyDestiny,
      description: link.description,
      expires_at: link.expiresAt,
      max_uses: 1,
      current_uses: link.currentUses,
      status: link.status,
      checkout_url: this.checkoutUrl(link),
      payment_method: link.paymentMethod,
      created_at: link.createdAt,
      updated_at: link.updatedAt,
    });
  }

  @Delete(':id')
  @RequirePermission('payment_links:cancel')
  async cancel(@CallerParam() caller: Caller, @Param('id') id: string) {
    const link = await this.links.cancel(id, ownerOf(caller.key));
    return success('Payment link cancelled.', { id: link.id, status: link.status });
  }

  private checkoutUrl(link: PaymentLink): string {
    return `${this.config.publicUrl}/checkout/${link.id}`;
  }
}

function collector({ account, key }: Caller): Collector {
  return { account, userId: ownerOf(key), apiKeyId: key.id };
}
