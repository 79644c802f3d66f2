import { CardPaymentLinks, LinksReader, type PaymentLink } from '@app/payment-links';
import { CONFIG, type Config } from '@app/platform';
import { Body, Get, HttpCode, Inject, Param, Patch, Post, Query, UseInterceptors } from '@nestjs/common';
import { CREATION_CODES, CreatesLink } from '../../resources/creates-link';
import { LinkPreconditionsInterceptor } from '../../resources/link-preconditions.interceptor';
import { responseFor, Claim, type OperationClaim } from '../../access/idempotent';
import { Heavy } from '../../access/heavy';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { Documented, DocumentedGroup } from '../../http/documented';
import { pageWithTotals } from '../../http/paging';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import {
  newPanelPaymentLink,
  NewPanelCardPaymentLinkDto,
  PanelPaymentLinkDto,
  PanelCardPaymentLinksQueryDto,
} from '../payment-links/panel-payment-link.dto';
import { CardPaymentEstimateDto } from '../payment-links/payment-estimate.dto';
import { periodOf } from '../period-query.dto';

/** The same operations as for payment links, over the use cases of the external API. */
@PanelApi('cards/payment-links')
@DocumentedGroup(
  'Card payment links',
  'The links of the account that are paid by card, those of all its users and keys.',
)
export class PanelCardPaymentLinksController {
  constructor(
    private readonly links: CardPaymentLinks,
    private readonly collections: LinksReader,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @CreatesLink()
  @RequirePanelPermission('create_payins')
  @Documented({
    operationId: 'createPanelCardPaymentLink',
    summary: 'Create a card payment link',
    description:
      'As in the external API. If `currency_destiny` is sent, it must be the currency of the wallet that the payer’s ' +
      'currency determines. Without `customer_paid_fee` the default of the account applies.',
    response: PanelPaymentLinkDto,
    message: 'Card payment link created.',
    codes: [...CREATION_CODES, 'CARD_PAYMENTS_NOT_ENABLED', 'CARD_PAYMENT_ERROR'],
  })
  async create(
    @PanelCallerParam() { user: { id: userId, account }, by: actor }: PanelCaller,
    @Body(RequestValidationPipe) body: NewPanelCardPaymentLinkDto,
    @Claim() claim: OperationClaim | undefined,
  ) {
    const response = (link: PaymentLink) => this.present(link);
    const by = { account, userId, apiKeyId: null, actor };
    const input = newPanelPaymentLink(body, account.customerPaidFeeDefault);
    return response(await this.links.create(by, input, responseFor(claim, response)));
  }

  @Post('estimate')
  @HttpCode(200)
  @UseInterceptors(LinkPreconditionsInterceptor)
  @RequirePanelPermission('create_payins', 'view_payins')
  @Documented({
    operationId: 'estimatePanelCardPaymentLink',
    summary: 'Estimate a card payment link',
    description:
      'The fees and the net amount that a link created now would have. Takes the body of a new link, applies the same ' +
      'checks, stores nothing and asks the card platform nothing. The figures are fixed when the link is created.',
    response: CardPaymentEstimateDto,
    message: 'Card payment link estimated.',
    codes: [...CREATION_CODES, 'CARD_PAYMENTS_NOT_ENABLED'],
  })
  async estimate(
    @PanelCallerParam() { user: { id: userId, account } }: PanelCaller,
    @Body(RequestValidationPipe) body: NewPanelCardPaymentLinkDto,
  ) {
    const input = newPanelPaymentLink(body, account.customerPaidFeeDefault);
    return CardPaymentEstimateDto.of(await this.links.estimate({ account, userId, apiKeyId: null }, input));
  }

  @Get()
  @Heavy()
  @RequirePanelPermission('view_payins')
  @Documented({
    operationId: 'listPanelCardPaymentLinks',
    summary: 'List the card payment links',
    description: 'The newest first. `meta.totals` adds up the amounts by `amount_currency`.',
    response: [PanelPaymentLinkDto],
    message: 'Card payment links found.',
    paged: true,
    totals: true,
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: PanelCardPaymentLinksQueryDto,
  ) {
    const { status, currency, search, cursor, per_page: limit } = query;
    const filter = {
      kind: 'card_payment_link' as const,
      status,
      currency,
      search,
      ...periodOf(query, account.timeZone),
    };
    const found = await this.collections.listLinks(account.id, { ...filter, cursor, limit });
    const totals = cursor === undefined ? await this.collections.linkTotals(account.id, filter) : null;
    return pageWithTotals(query, found, totals, (link) => this.present(link));
  }

  @Get(':id')
  @RequirePanelPermission('view_payins')
  @Documented({
    operationId: 'readPanelCardPaymentLink',
    summary: 'Read a card payment link',
    description: 'Links of the other kind are not found here.',
    response: PanelPaymentLinkDto,
    message: 'Card payment link found.',
    example: { payment_method: 'card', expires_at: null },
    codes: ['CARD_PAYMENT_LINK_NOT_FOUND'],
  })
  async read(@PanelCallerParam() { user: { account } }: PanelCaller, @Param('id') id: string) {
    return this.present(await this.links.read(id, { accountId: account.id }));
  }

  @Patch(':id/cancel')
  @RequirePanelPermission('create_payins')
  @Documented({
    operationId: 'cancelPanelCardPaymentLink',
    summary: 'Cancel a card payment link',
    description: 'Takes no body. Nothing is cancelled when the card platform fails to close its session.',
    response: PanelPaymentLinkDto,
    message: 'Card payment link cancelled.',
    example: { status: 'cancelled', current_uses: 0, payment_method: null, expires_at: null },
    codes: [
      'CARD_PAYMENT_LINK_NOT_FOUND',
      'CARD_PAYMENT_LINK_NOT_ACTIVE',
      'PAYMENT_LINK_CANNOT_CANCEL',
      'CARD_PAYMENT_ERROR',
    ],
  })
  async cancel(@PanelCallerParam() { user: { account }, by }: PanelCaller, @Param('id') id: string) {
    const cancelled = await this.links.cancel(id, { accountId: account.id }, by);
    return this.present(cancelled);
  }

  private present(link: PaymentLink): PanelPaymentLinkDto {
    return PanelPaymentLinkDto.of(link, this.config);
  }
}
