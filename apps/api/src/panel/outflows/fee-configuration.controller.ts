import { AccountFees } from '@app/transfers';
import { Get } from '@nestjs/common';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { Documented, DocumentedGroup } from '../../http/documented';
import { FeeConfigurationDto } from './fee-configuration.dto';

@PanelApi('payouts/fee-configuration')
@DocumentedGroup('Fees', 'What the account is charged.')
export class FeeConfigurationController {
  constructor(private readonly fees: AccountFees) {}

  @Get()
  @RequirePanelPermission('view_payouts', 'view_payins')
  @Documented({
    operationId: 'readFeeConfiguration',
    summary: 'Read the fees of the account',
    description:
      'The current fees of payouts and collections. Existing records keep the figures that they were created with.',
    response: FeeConfigurationDto,
    message: 'Fee configuration found.',
  })
  async read(@PanelCallerParam() { user: { account } }: PanelCaller) {
    return FeeConfigurationDto.of(await this.fees.of(account.id));
  }
}
