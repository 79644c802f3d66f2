import { Clock } from '@app/kernel';
import { MerchantWallets } from '@app/ledger';
import { LinksReader } from '@app/payment-links';
import { Get, Query } from '@nestjs/common';
import { FileParam, type RequestedFile } from '../../http/file-format';
import { Documented, DocumentedGroup } from '../../http/documented';
import { pageOf } from '../../http/paging';
import { Heavy } from '../../access/heavy';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { ListFiles } from '../list-file';
import { periodOf } from '../period-query.dto';
import { WalletQueryDto } from '../wallets/wallet-query.dto';
import { BALANCE_MOVEMENTS_FILE } from './balance-movement.file';
import {
  BalanceDayDto,
  BalanceMovementDto,
  BalanceMovementsQueryDto,
  BalanceMovementTotalsDto,
} from './balance-movement.dto';
import { MovementLabels } from './labelled-movements';
import { DailyPeriodQueryDto, daysIn } from './daily-period.dto';

@PanelApi('balance-movements')
@DocumentedGroup('Balance movements', 'What has changed the balance of a wallet.')
@RequirePanelPermission('view_balance_movements')
export class BalanceMovementsController {
  constructor(
    private readonly wallets: MerchantWallets,
    private readonly collections: LinksReader,
    private readonly clock: Clock,
    private readonly files: ListFiles,
  ) {}

  @Get()
  @Heavy()
  @Documented({
    operationId: 'listBalanceMovements',
    summary: 'List the movements of a wallet',
    description:
      'The newest first. Fees of USD collections are booked apart from them and have no row of their own: `fee` shows ' +
      'them beside their collection, with the balance after both. `direction` shows whether money came in or went out; the sign of `amount` does not.',
    response: [BalanceMovementDto],
    message: 'Movements found.',
    paged: true,
    files: true,
    codes: ['VIRTUAL_WALLET_NOT_FOUND'],
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: BalanceMovementsQueryDto,
    @FileParam() file: RequestedFile | undefined,
  ) {
    const { type, cursor, per_page: limit, virtual_wallet_id: walletId } = query;
    const period = periodOf(query, account.timeZone);
    const filter = { type, ...period };
    const labels = new MovementLabels(this.collections, account.id);
    if (file) {
      const movements = await this.wallets.streamMovements(account.id, walletId, filter);
      return this.files.of(
        file,
        { table: BALANCE_MOVEMENTS_FILE, account, ...period },
        labels.labelEach(movements),
        (movement) => BalanceMovementDto.of(movement),
      );
    }
    const found = await this.wallets.listMovements(account.id, walletId, { ...filter, cursor, limit });
    return pageOf(query, await labels.labelPage(found), (movement) => BalanceMovementDto.of(movement));
  }

  @Get('stats')
  @Heavy()
  @Documented({
    operationId: 'readBalanceMovementTotals',
    summary: 'Read the totals of a wallet',
    description: 'Over the whole life of the wallet, of the movements that the list shows. It takes no dates.',
    response: BalanceMovementTotalsDto,
    message: 'Totals found.',
    codes: ['VIRTUAL_WALLET_NOT_FOUND'],
  })
  async stats(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: WalletQueryDto,
  ) {
    const found = await this.wallets.movementTotals(account.id, query.virtual_wallet_id);
    return BalanceMovementTotalsDto.of(found);
  }

  @Get('series')
  @Heavy()
  @Documented({
    operationId: 'readBalanceSeries',
    summary: 'Read the totals of a wallet by day',
    description:
      'One item for each day of the period in the time zone of the account, the oldest first. The totals are those of the movements that the list ' +
      'shows. The balance at the end of a day also includes the bookkeeping that the list leaves out. A day without ' +
      'movements has the balance of the day before. By default the period is the last 30 days.',
    response: [BalanceDayDto],
    message: 'Totals found.',
    codes: ['VIRTUAL_WALLET_NOT_FOUND'],
  })
  async series(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: DailyPeriodQueryDto,
  ) {
    const days = daysIn(query, this.clock.now(), account.timeZone);
    const totals = await this.wallets.dailyTotals(account.id, query.virtual_wallet_id, days);
    return totals.map((day) => BalanceDayDto.of(day));
  }
}
