import { Get } from '@nestjs/common';
import { Documented, DocumentedGroup } from '../../http/documented';
import { success } from '../../http/envelope';
import { PanelApi } from '../../gateway/panel-api';
import { PanelCallerParam, type PanelCaller } from '../../gateway/panel-request';
import { AccountDto } from './account.dto';

/** The account of the signed-in user; no request names one. */
@PanelApi('account')
@DocumentedGroup('Account', 'The account of the signed-in user.')
export class AccountController {
  @Get()
  @Documented({
    operationId: 'readAccount',
    summary: 'Read the account',
    answer: AccountDto,
    message: 'Account found.',
  })
  read(@PanelCallerParam() { user: { account } }: PanelCaller) {
    return success('Account found.', AccountDto.of(account));
  }
}
