import { LedgerService, MOVEMENT_TYPES, type Movement } from '@app/ledger';
import { Get, Query } from '@nestjs/common';
import { Documented, DocumentedGroup } from '../http/documented';
import { PERIOD_QUERY, WALLET_QUERY } from './documented-filters';
import { oneOf } from '../http/schema';
import { success } from '../http/envelope';
import { OwnWallets } from './own-wallets';
import { pageOf, parsePageRequest } from '../http/paging';
import { PanelApi } from '../gateway/panel-api';
import { RequirePanelPermission } from '../gateway/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../gateway/panel-request';
import { readFilters } from './query-filters';

type RawQuery = Readonly<Record<string, unknown>>;

@PanelApi('balance-movements')
@DocumentedGroup('Balance movements', 'What has changed the balance of a wallet.')
@RequirePanelPermission('view_balance_movements')
export class BalanceMovementsController {
  constructor(
    private readonly wallets: OwnWallets,
    private readonly ledger: LedgerService,
  ) {}

  @Get()
  @Documented({
    operationId: 'listBalanceMovements',
    summary: 'List the movements of a wallet',
    description:
      'The newest first. Bookkeeping between wallet and platform is left out, so the list alone does not always explain ' +
      'the balance. `direction` tells whether money came or went; the sign of `amount` does not.',
    answer: 'BalanceMovements',
    message: 'Movements found.',
    paged: true,
    query: { ...WALLET_QUERY, type: oneOf('Only movements of this type.', ...MOVEMENT_TYPES), ...PERIOD_QUERY },
    codes: ['VIRTUAL_WALLET_NOT_FOUND'],
  })
  async list(@PanelCallerParam() { user: { account } }: PanelCaller, @Query() query: RawQuery) {
    const page = parsePageRequest(query);
    const { walletId, ...wanted } = readFilters(query, (filters) => ({
      walletId: filters.id('virtual_wallet_id'),
      type: filters.oneOf('type', MOVEMENT_TYPES),
      ...filters.period(),
    }));
    const wallet = await this.wallets.find(account, walletId);
    const found = await this.ledger.movements(wallet.id, { ...wanted, cursor: page.cursor, limit: page.perPage });
    return pageOf('Movements found.', page, found, movementJson);
  }

  @Get('stats')
  @Documented({
    operationId: 'readBalanceMovementTotals',
    summary: 'Read the totals of a wallet',
    description: 'Over the whole life of the wallet, of the movements that the list shows. It takes no dates.',
    answer: 'BalanceMovementTotals',
    message: 'Totals found.',
    query: WALLET_QUERY,
    codes: ['VIRTUAL_WALLET_NOT_FOUND'],
  })
  async stats(@PanelCallerParam() { user: { account } }: PanelCaller, @Query() query: RawQuery) {
    const wallet = await this.wallets.find(
      account,
      readFilters(query, (filters) => filters.id('virtual_wallet_id')),
    );
    const { totalIn, totalOut, countIn, countOut } = await this.ledger.movementTotals(wallet.id);
    return success('Totals found.', {
      virtual_wallet_id: wallet.id,
      currency: wallet.currency,
      total_in: totalIn.toFixed(),
      total_out: totalOut.toFixed(),
      count_in: countIn,
      count_out: countOut,
    });
  }
}

function movementJson(movement: Movement) {
  return {
    id: movement.id,
    type: movement.type,
    direction: movement.direction,
    amount: movement.amount.toFixed(),
    currency: movement.amount.currency,
    balance_after: movement.balanceAfter.toFixed(),
    label: movement.label,
    reference: movement.reference && { type: movement.reference.type, id: movement.reference.id },
    created_at: movement.createdAt,
  };
}
