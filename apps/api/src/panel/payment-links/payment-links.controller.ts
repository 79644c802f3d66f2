import { LinksReader, PaymentLinks, type PaymentLink } from '@app/payment-links';
import { CONFIG, type Config } from '@app/platform';
import { Body, Get, HttpCode, Inject, Param, Patch, Post, Query, UseInterceptors } from '@nestjs/common';
import { CREATION_CODES, CreatesLink } from '../../resources/creates-link';
import { LinkPreconditionsInterceptor } from '../../resources/link-preconditions.interceptor';
import { FileParam, type RequestedFile } from '../../http/file-format';
import { Documented, DocumentedGroup } from '../../http/documented';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { responseFor, Claim, type OperationClaim } from '../../access/idempotent';
import { pageWithTotals } from '../../http/paging';
import { Heavy } from '../../access/heavy';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { ListFiles } from '../list-file';
import { periodOf } from '../period-query.dto';
import { PAYMENT_LINKS_FILE } from './panel-payment-link.file';
import {
  newPanelPaymentLink,
  NewPanelPaymentLinkDto,
  PanelPaymentLinkDto,
  PanelPaymentLinksQueryDto,
} from './panel-payment-link.dto';
import { PaymentEstimateDto } from './payment-estimate.dto';

/** Here links belong to the account: a user who may see them sees those of all its users and keys. */
@PanelApi('payment-links')
@DocumentedGroup('Payment links', 'The payment links of the account, those of all its users and keys.')
export class PanelPaymentLinksController {
  constructor(
    private readonly links: PaymentLinks,
    private readonly collections: LinksReader,
    @Inject(CONFIG) private readonly config: Config,
    private readonly files: ListFiles,
  ) {}

  @Post()
  @CreatesLink()
  @RequirePanelPermission('create_payins')
  @Documented({
    operationId: 'createPanelPaymentLink',
    summary: 'Create a payment link',
    description:
      'As in the external API, plus `currency_destiny`, which must be the currency of the wallet that the payer’s ' +
      'currency determines. Without `customer_paid_fee` the default of the account applies. Verification, the account ' +
      'and the minimum amount are checked before the body.',
    response: PanelPaymentLinkDto,
    message: 'Payment link created.',
    codes: CREATION_CODES,
  })
  async create(
    @PanelCallerParam() { user: { id: userId, account }, by: actor }: PanelCaller,
    @Body(RequestValidationPipe) body: NewPanelPaymentLinkDto,
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
    operationId: 'estimatePanelPaymentLink',
    summary: 'Estimate a payment link',
    description:
      'The fees and the net amount at current rates, for each payment method that a payer would be offered. Takes the ' +
      'body of a new link, applies the same checks, and stores nothing. The figures are fixed when the payer chooses a ' +
      'method.',
    response: [PaymentEstimateDto],
    message: 'Payment link estimated.',
    codes: CREATION_CODES,
  })
  async estimate(
    @PanelCallerParam() { user: { id: userId, account } }: PanelCaller,
    @Body(RequestValidationPipe) body: NewPanelPaymentLinkDto,
  ) {
    const input = newPanelPaymentLink(body, account.customerPaidFeeDefault);
    const estimates = await this.links.estimate({ account, userId, apiKeyId: null }, input);
    return estimates.map((estimate) => PaymentEstimateDto.of(estimate));
  }

  @Get()
  @Heavy()
  @RequirePanelPermission('view_payins')
  @Documented({
    operationId: 'listPanelPaymentLinks',
    summary: 'List the payment links',
    description:
      'The newest first. Card payment links are not among them. `meta.totals` adds up the amounts by `amount_currency`.',
    response: [PanelPaymentLinkDto],
    message: 'Payment links found.',
    paged: true,
    totals: true,
    files: true,
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: PanelPaymentLinksQueryDto,
    @FileParam() file: RequestedFile | undefined,
  ) {
    const { status, currency, search, cursor, per_page: limit } = query;
    const period = periodOf(query, account.timeZone);
    const filter = { kind: 'payment_link' as const, status, currency, search, ...period };
    if (file) {
      const links = this.collections.streamLinks(account.id, filter);
      return this.files.of(file, { table: PAYMENT_LINKS_FILE, account, ...period }, links, (link) =>
        this.present(link),
      );
    }
    const found = await this.collections.listLinks(account.id, { ...filter, cursor, limit });
    const totals = cursor === undefined ? await this.collections.linkTotals(account.id, filter) : null;
    return pageWithTotals(query, found, totals, (link) => this.present(link));
  }

  @Get(':id')
  @RequirePanelPermission('view_payins')
  @Documented({
    operationId: 'readPanelPaymentLink',
    summary: 'Read a payment link',
    response: PanelPaymentLinkDto,
    message: 'Payment link found.',
    codes: ['PAYMENT_LINK_NOT_FOUND'],
  })
  async read(@PanelCallerParam() { user: { account } }: PanelCaller, @Param('id') id: string) {
    return this.present(await this.links.read(id, { accountId: account.id }));
  }

  @Patch(':id/cancel')
  @RequirePanelPermission('create_payins')
  @Documented({
    operationId: 'cancelPanelPaymentLink',
    summary: 'Cancel a payment link',
    description: 'Takes no body. Stops an active, unpaid link from being paid. It does not undo a payment.',
    response: PanelPaymentLinkDto,
    message: 'Payment link cancelled.',
    example: { status: 'cancelled', current_uses: 0, payment_method: null, expires_at: null },
    codes: ['PAYMENT_LINK_NOT_FOUND', 'PAYMENT_LINK_NOT_ACTIVE', 'PAYMENT_LINK_CANNOT_CANCEL'],
  })
  async cancel(@PanelCallerParam() { user: { account }, by }: PanelCaller, @Param('id') id: string) {
    const cancelled = await this.links.cancel(id, { accountId: account.id }, by);
    return this.present(cancelled);
  }

  private present(link: PaymentLink): PanelPaymentLinkDto {
    return PanelPaymentLinkDto.of(link, this.config);
  }
}
