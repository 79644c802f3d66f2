import { BankAccounts, type BankAccount } from '@app/transfers';
import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { responseFor, Claim, Idempotent, type OperationClaim } from '../../access/idempotent';
import { RequireFreshSession } from '../../access/fresh-session.guard';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { DeletedDto } from '../../http/deleted.dto';
import { Documented, DocumentedGroup } from '../../http/documented';
import { PageQueryDto } from '../../http/page-query.dto';
import { pageOf } from '../../http/paging';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { BankAccountDto, NewBankAccountDto, newBankAccountOf } from './bank-account.dto';

@PanelApi('bank-accounts')
@DocumentedGroup('Bank accounts', 'The merchant’s own accounts at banks, to which payouts go.')
@RequirePanelPermission('manage_account')
export class BankAccountsController {
  constructor(private readonly accounts: BankAccounts) {}

  @Get()
  @Documented({
    operationId: 'listBankAccounts',
    summary: 'List the bank accounts',
    description: 'The newest first.',
    response: [BankAccountDto],
    message: 'Bank accounts found.',
    paged: true,
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: PageQueryDto,
  ) {
    const found = await this.accounts.list(account.id, { cursor: query.cursor, perPage: query.per_page });
    return pageOf(query, found, (each) => BankAccountDto.of(each));
  }

  @Post()
  @RequireFreshSession()
  @Idempotent()
  @Documented({
    operationId: 'createBankAccount',
    summary: 'Register a bank account',
    description:
      'Bank fields and document are checked as those of a beneficiary. The same account can be registered twice.',
    response: BankAccountDto,
    message: 'Bank account registered.',
  })
  async create(
    @PanelCallerParam() { user, by }: PanelCaller,
    @Body(RequestValidationPipe) body: NewBankAccountDto,
    @Claim() claim: OperationClaim | undefined,
  ) {
    const present = (created: BankAccount) => BankAccountDto.of(created);
    return present(await this.accounts.create(user, by, newBankAccountOf(body), responseFor(claim, present)));
  }

  @Delete(':id')
  @Documented({
    operationId: 'deleteBankAccount',
    summary: 'Delete a bank account',
    description: 'Payouts that were ordered before still go there.',
    response: DeletedDto,
    message: 'Bank account deleted.',
    codes: ['BANK_ACCOUNT_NOT_FOUND'],
  })
  async remove(@PanelCallerParam() { user: { account }, by }: PanelCaller, @Param('id') id: string) {
    await this.accounts.remove(account.id, by, id);
    return { id, deleted: true };
  }
}
