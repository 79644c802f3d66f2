import { Accounts } from '@app/accounts';
import { Body, Get, Patch } from '@nestjs/common';
import { Documented, DocumentedGroup } from '../../http/documented';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { Heavy } from '../../access/heavy';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { AccountChangesDto, AccountDto } from './account.dto';

/** The account of the signed-in user; no request names one. */
@PanelApi('account')
@DocumentedGroup('Account', 'The account of the signed-in user.')
export class AccountController {
  constructor(private readonly accounts: Accounts) {}

  @Get()
  @Documented({
    operationId: 'readAccount',
    summary: 'Read the account',
    response: AccountDto,
    message: 'Account found.',
  })
  read(@PanelCallerParam() { user: { account } }: PanelCaller) {
    return AccountDto.of(account);
  }

  @Patch()
  @Heavy()
  @RequirePanelPermission('manage_account')
  @Documented({
    operationId: 'updateAccount',
    summary: 'Change the account',
    description:
      'Its language and its time zone, each optional. Staff change the rest. A time zone is named as in the IANA database, ' +
      'in any letter case; offsets such as `-03:00` are rejected.',
    response: AccountDto,
    message: 'Account updated.',
    example: { language: 'pt', time_zone: 'America/Sao_Paulo' },
  })
  async update(
    @PanelCallerParam() { user: { account }, by }: PanelCaller,
    @Body(RequestValidationPipe) { language, time_zone: timeZone }: AccountChangesDto,
  ) {
    const changed = await this.accounts.update(account.slug, by, { language, timeZone });
    return AccountDto.of(changed);
  }
}
