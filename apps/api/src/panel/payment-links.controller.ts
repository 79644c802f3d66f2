import { PAYER_CURRENCIES, type IdempotencyClaim } from '@app/kernel';
import { CollectionsReader, LINK_STATUSES, PaymentLinks, type PaymentLink } from '@app/payment-links';
import { CONFIG, type Config } from '@app/platform';
import { Body, Get, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { CREATION_CODES, CreatesLink } from '../external/creates-link';
import { Documented, DocumentedGroup } from '../http/documented';
import { PERIOD_QUERY } from './documented-filters';
import { oneOf, text } from '../http/schema';
import { success } from '../http/envelope';
import { RequestValidationPipe } from '../http/request-validation.pipe';
import { linkFields } from '../external/payment-link.dto';
import { answerFor, Claim } from '../gateway/idempotent';
import { pageOf, parsePageRequest } from '../http/paging';
import { PanelApi } from '../gateway/panel-api';
import { RequirePanelPermission } from '../gateway/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../gateway/panel-request';
import { newPanelPaymentLink, NewPanelPaymentLinkDto } from './new-payment-link.dto';
import { readFilters } from './query-filters';

/** Links belong to the account here: whoever may see them sees those of all its users and keys. */
@PanelApi('payment-links')
@DocumentedGroup('Payment links', 'The payment links of the account, those of all its users and keys.')
export class PanelPaymentLinksController {
  constructor(
    private readonly links: PaymentLinks,
    private readonly collections: CollectionsReader,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @CreatesLink()
  @RequirePanelPermission('create_payins')
  @Documented({
    operationId: 'createPanelPaymentLink',
    summary: 'Create a payment link',
    description:
      'As in the external API, and with the currency of the wallet that is credited: one that the payer’s currency does ' +
      'not lead to is refused. Without `customer_paid_fee` the default of the account holds. Verification, the account ' +
      'and the minimum amount are checked before the body.',
    request: NewPanelPaymentLinkDto,
    answer: 'PanelPaymentLink',
    message: 'Payment link created.',
    codes: CREATION_CODES,
  })
  async create(
    @PanelCallerParam() { user: { id: userId, account } }: PanelCaller,
    @Body(RequestValidationPipe) body: NewPanelPaymentLinkDto,
    @Claim() claim: IdempotencyClaim | undefined,
  ) {
    const answer = (link: PaymentLink) => success('Payment link created.', this.json(link));
    const by = { account, userId, apiKeyId: null };
    const input = newPanelPaymentLink(body, account.customerPaidFeeDefault);
    return answer(await this.links.create(by, input, answerFor(claim, answer)));
  }

  @Get()
  @RequirePanelPermission('view_payins')
  @Documented({
    operationId: 'listPanelPaymentLinks',
    summary: 'List the payment links',
    description: 'The newest first. Card payment links are not among them.',
    answer: 'PanelPaymentLinks',
    message: 'Payment links found.',
    paged: true,
    query: {
      status: oneOf('Only links of this status.', ...LINK_STATUSES),
      currency: oneOf('Only links that are paid in this currency.', ...PAYER_CURRENCIES),
      ...PERIOD_QUERY,
      search: text('Part of the description, in upper or lower case, or the whole id.', {
        minLength: 1,
        maxLength: 255,
      }),
    },
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query() query: Readonly<Record<string, unknown>>,
  ) {
    const page = parsePageRequest(query);
    const wanted = readFilters(query, (filters) => ({
      status: filters.oneOf('status', LINK_STATUSES),
      currency: filters.oneOf('currency', PAYER_CURRENCIES),
      search: filters.text('search'),
      ...filters.period(),
    }));
    const found = await this.collections.links(account.id, { ...wanted, cursor: page.cursor, limit: page.perPage });
    return pageOf('Payment links found.', page, found, (link) => this.json(link));
  }

  @Get(':id')
  @RequirePanelPermission('view_payins')
  @Documented({
    operationId: 'readPanelPaymentLink',
    summary: 'Read a payment link',
    answer: 'PanelPaymentLink',
    message: 'Payment link found.',
    codes: ['PAYMENT_LINK_NOT_FOUND'],
  })
  async read(@PanelCallerParam() { user: { account } }: PanelCaller, @Param('id') id: string) {
    return success('Payment link found.', this.json(await this.links.read(id, { accountId: account.id })));
  }

  @Patch(':id/cancel')
  @RequirePanelPermission('create_payins')
  @Documented({
    operationId: 'cancelPanelPaymentLink',
    summary: 'Cancel a payment link',
    description: 'Takes no body. Stops an active link that nobody has paid from being paid. It undoes nothing.',
    answer: 'PanelPaymentLink',
    message: 'Payment link cancelled.',
    example: { status: 'cancelled', current_uses: 0, expires_at: null, payment_method: null },
    codes: ['PAYMENT_LINK_NOT_FOUND', 'PAYMENT_LINK_NOT_ACTIVE', 'PAYMENT_LINK_CANNOT_CANCEL'],
  })
  async cancel(@PanelCallerParam() { user: { account } }: PanelCaller, @Param('id') id: string) {
    return success('Payment link cancelled.', this.json(await this.links.cancel(id, { accountId: account.id })));
  }

  private json(link: PaymentLink) {
    return {
      id: link.id,
      ...linkFields(link, this.config),
      amount_type: link.amountType,
      customer_paid_fee: link.customerPaidFee,
      created_by: { user_id: link.userId, api_key_id: link.apiKeyId },
    };
  }
}
