import { UserAdmin, UserInvitations, type ManagedUser } from '@app/accounts';
import { Body, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
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
import { AccountUserChangesDto, AccountUserDto, NewAccountUserDto, userChanges } from './user.dto';

@PanelApi('users')
@DocumentedGroup('Users', 'The users of the account, who sign in to the panel.')
@RequirePanelPermission('manage_account')
export class UsersController {
  constructor(
    private readonly users: UserAdmin,
    private readonly invitations: UserInvitations,
  ) {}

  @Get()
  @Documented({
    operationId: 'listUsers',
    summary: 'List the users',
    description: 'The newest first, inactive users included.',
    response: [AccountUserDto],
    message: 'Users found.',
    paged: true,
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: PageQueryDto,
  ) {
    const found = await this.users.list(account.id, { cursor: query.cursor, perPage: query.per_page });
    return pageOf(query, found, (user) => AccountUserDto.of(user));
  }

  @Post()
  @RequireFreshSession()
  @Idempotent()
  @Documented({
    operationId: 'createUser',
    summary: 'Create a user',
    description:
      'Only with permissions that you have yourself. Without a password, the user is mailed an invitation: a link that ' +
      'works once, for 72 hours, and whose token `POST /auth/reset-password` takes with a password. An account creates ' +
      'and invites at most 60 users within an hour.',
    response: AccountUserDto,
    message: 'User created.',
  })
  async create(
    @PanelCallerParam() { user, by }: PanelCaller,
    @Body(RequestValidationPipe) { email, name, password, permissions }: NewAccountUserDto,
    @Claim() claim: OperationClaim | undefined,
  ) {
    const response = (created: ManagedUser) => AccountUserDto.of(created);
    const input = { email, name, password: password ?? undefined, permissions };
    return response(await this.invitations.create(user, by, input, responseFor(claim, response)));
  }

  @Patch(':id')
  @RequireFreshSession()
  @Documented({
    operationId: 'updateUser',
    summary: 'Change a user',
    description:
      'Only the fields that are sent are changed, and a change ends the sessions of the user. You cannot change a user ' +
      'who has a permission that you lack, or grant such a permission. An account keeps an active user with ' +
      '`manage_account` or `*`.',
    response: AccountUserDto,
    message: 'User updated.',
    codes: ['USER_NOT_FOUND', 'LAST_ADMINISTRATOR'],
  })
  async update(
    @PanelCallerParam() { user, by }: PanelCaller,
    @Param('id') id: string,
    @Body(RequestValidationPipe) body: AccountUserChangesDto,
  ) {
    return AccountUserDto.of(await this.users.update(user, by, id, userChanges(body)));
  }

  @Post(':id/invite')
  @HttpCode(200)
  @RequireFreshSession()
  @Documented({
    operationId: 'inviteUser',
    summary: 'Mail the invitation again',
    description:
      'Takes no body. The link of the earlier invitation no longer works. Rejected with 422 for a user who has a password, ' +
      'or is not active; counts among the 60 of an hour.',
    response: AccountUserDto,
    message: 'Invitation mailed.',
    codes: ['USER_NOT_FOUND', 'VALIDATION_FAILED'],
  })
  async invite(@PanelCallerParam() { user, by }: PanelCaller, @Param('id') id: string) {
    return AccountUserDto.of(await this.invitations.invite(user, by, id));
  }

  @Delete(':id')
  @RequireFreshSession()
  @Documented({
    operationId: 'deleteUser',
    summary: 'Delete a user',
    description:
      'Ends the sessions of the user. The API keys of the user are rejected from now on wherever a key needs its user. ' +
      'You cannot delete a user who has a permission that you lack.',
    response: DeletedDto,
    message: 'User deleted.',
    codes: ['USER_NOT_FOUND', 'LAST_ADMINISTRATOR'],
  })
  async remove(@PanelCallerParam() { user, by }: PanelCaller, @Param('id') id: string) {
    await this.users.remove(user, by, id);
    return { id, deleted: true };
  }
}
