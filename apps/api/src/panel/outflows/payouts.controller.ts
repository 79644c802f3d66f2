import { Payouts, Transfers, type Payout, type PendingTransfer } from '@app/transfers';
import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { responseFor, Claim, type OperationClaim } from '../../access/idempotent';
import { Heavy } from '../../access/heavy';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { FileParam, type RequestedFile } from '../../http/file-format';
import { Documented, DocumentedGroup } from '../../http/documented';
import { Success } from '../../http/envelope';
import { pageOf } from '../../http/paging';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { ListFiles } from '../list-file';
import { periodOf } from '../period-query.dto';
import { newPayoutRequest, NewOutflowDto } from './new-outflow.dto';
import { ordererOf } from './orderer';
import { ESTIMATE_CODES, OrdersOutflow, OUTFLOW_CODES, TRANSFER_CODES } from './orders-outflow';
import { PAYOUTS_FILE } from './payout.file';
import { OutflowEstimateDto, PayoutDetailDto, PayoutDto, PayoutsQueryDto } from './payout.dto';
import { newTransferRequest, TransferVerificationDto } from './transfer.dto';

const TRANSFER_STARTED = 'Enter the code that was mailed to the account.';

@PanelApi('payouts')
@DocumentedGroup('Payouts', 'Money that leaves a wallet: to the account’s own bank accounts, or to beneficiaries.')
export class PayoutsController {
  constructor(
    private readonly payouts: Payouts,
    private readonly transfers: Transfers,
    private readonly files: ListFiles,
  ) {}

  @Post()
  @OrdersOutflow()
  @RequirePanelPermission('create_payouts')
  @Documented({
    operationId: 'createPayout',
    summary: 'Order a payout, or start a transfer',
    description:
      'A payout goes to a bank account of the merchant: its amount is reserved at once and leaves the wallet when the ' +
      'payout completes. Fees and tax are deducted from it. With `type` `transfer`, nothing is reserved yet: a code is ' +
      'mailed to the registered address of the account, and the response is a verification (`transfer_verification_id`, ' +
      '`expires_at`, `status`) instead of a payout.',
    response: PayoutDto,
    message: 'Payout ordered.',
    alternative: { response: TransferVerificationDto, message: TRANSFER_STARTED },
    example: { status: 'requested', completed_at: null, provider_reference: null },
    codes: [...OUTFLOW_CODES, ...TRANSFER_CODES],
  })
  async create(
    @PanelCallerParam() caller: PanelCaller,
    @Body(RequestValidationPipe) body: NewOutflowDto,
    @Claim() claim: OperationClaim | undefined,
  ) {
    if (body.type === 'transfer') return this.startTransfer(caller, body, claim);
    const response = (payout: Payout) => PayoutDto.of(payout);
    return response(await this.payouts.order(ordererOf(caller), newPayoutRequest(body), responseFor(claim, response)));
  }

  @Post('estimate')
  @HttpCode(200)
  @RequirePanelPermission('create_payouts')
  @Documented({
    operationId: 'estimatePayout',
    summary: 'Estimate a payout',
    description: 'The fees and the net amount at current rates, and the minimum of the route. Nothing is ordered.',
    response: OutflowEstimateDto,
    message: 'Payout estimated.',
    codes: ESTIMATE_CODES,
  })
  async estimate(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Body(RequestValidationPipe) body: NewOutflowDto,
  ) {
    const quote = await (body.type === 'transfer'
      ? this.transfers.estimate(account.id, newTransferRequest(body))
      : this.payouts.estimate(account.id, newPayoutRequest(body)));
    return OutflowEstimateDto.of(quote);
  }

  @Get()
  @Heavy()
  @RequirePanelPermission('view_payouts')
  @Documented({
    operationId: 'listPayouts',
    summary: 'List the payouts',
    description: 'The newest first, transfers among them. Lists leave the history out.',
    response: [PayoutDto],
    message: 'Payouts found.',
    paged: true,
    files: true,
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: PayoutsQueryDto,
    @FileParam() file: RequestedFile | undefined,
  ) {
    const { type, status, virtual_wallet_id: walletId, cursor, per_page: limit } = query;
    const period = periodOf(query, account.timeZone);
    const filter = { type, status, walletId, ...period };
    if (file) {
      const payouts = this.payouts.stream(account.id, filter);
      return this.files.of(file, { table: PAYOUTS_FILE, account, ...period }, payouts, (payout) =>
        PayoutDto.of(payout),
      );
    }
    const found = await this.payouts.list(account.id, { ...filter, cursor, limit });
    return pageOf(query, found, (payout) => PayoutDto.of(payout));
  }

  @Get(':id')
  @RequirePanelPermission('view_payouts')
  @Documented({
    operationId: 'readPayout',
    summary: 'Read a payout',
    description: 'With every figure and every status that it took.',
    response: PayoutDetailDto,
    message: 'Payout found.',
    codes: ['PAYOUT_NOT_FOUND'],
  })
  async read(@PanelCallerParam() { user: { account } }: PanelCaller, @Param('id') id: string) {
    const { payout, history } = await this.payouts.read(account.id, id);
    return PayoutDetailDto.detailOf(payout, history);
  }

  private async startTransfer(caller: PanelCaller, body: NewOutflowDto, claim: OperationClaim | undefined) {
    const response = (pending: PendingTransfer) => new Success(TRANSFER_STARTED, TransferVerificationDto.of(pending));
    const request = newTransferRequest(body);
    return response(await this.transfers.initiate(ordererOf(caller), request, responseFor(claim, response)));
  }
}
