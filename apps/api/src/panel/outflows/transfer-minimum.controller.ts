import { TransferMinimums } from '@app/transfers';
import { Get, Query } from '@nestjs/common';
import { PanelApi } from '../../access/panel-api';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { Documented, DocumentedGroup } from '../../http/documented';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { destinationOf, TransferMinimumDto, TransferMinimumQueryDto } from './transfer-minimum.dto';

@PanelApi('payouts/transfer-min-amount')
@DocumentedGroup('Transfers', 'Payouts to third parties.')
export class TransferMinimumController {
  constructor(private readonly minimums: TransferMinimums) {}

  @Get()
  @Documented({
    operationId: 'readTransferMinimum',
    summary: 'Read the minimum of a transfer',
    description:
      'The higher of the service-wide floor, converted at the dollar price of the route, and the minimum of the route ' +
      'to the destination’s country. Without a country it is only the floor. A transfer compares it with what is ' +
      'left of its amount after fees, before conversion.',
    response: TransferMinimumDto,
    message: 'Minimum found.',
    codes: ['VIRTUAL_WALLET_NOT_FOUND', 'PAYOUT_ROUTE_UNAVAILABLE', 'EXCHANGE_RATE_UNAVAILABLE'],
  })
  async read(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: TransferMinimumQueryDto,
  ) {
    const minimum = await this.minimums.ofAccount(account.id, query.origin_currency, destinationOf(query));
    return TransferMinimumDto.of(minimum);
  }
}
