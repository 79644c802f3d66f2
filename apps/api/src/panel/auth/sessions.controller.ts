import { SessionList } from '@app/accounts';
import { Delete, Get, Param } from '@nestjs/common';
import { PanelApi } from '../../access/panel-api';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { DeletedDto } from '../../http/deleted.dto';
import { Documented, DocumentedGroup } from '../../http/documented';
import { EndedSessionsDto, ListedSessionDto } from './sessions.dto';

@PanelApi('auth/sessions')
@DocumentedGroup('Sign-in', 'Sessions of the panel’s users.')
export class SessionsController {
  constructor(private readonly sessions: SessionList) {}

  @Get()
  @Documented({
    operationId: 'listSessions',
    summary: 'List your sessions',
    description: 'At most 100, those seen last first.',
    response: [ListedSessionDto],
    message: 'Sessions found.',
  })
  async list(@PanelCallerParam() { user, session }: PanelCaller) {
    const found = await this.sessions.list(user);
    return found.map((each) => ListedSessionDto.of(each, session.id));
  }

  @Delete()
  @Documented({
    operationId: 'endOtherSessions',
    summary: 'Sign out everywhere else',
    description: 'Ends all your sessions but that of this request.',
    response: EndedSessionsDto,
    message: 'Sessions ended.',
  })
  async endOthers(@PanelCallerParam() { user, by, session }: PanelCaller) {
    return { ended: await this.sessions.endOthers(user, by, session.id) };
  }

  @Delete(':id')
  @Documented({
    operationId: 'endSession',
    summary: 'End one of your sessions',
    response: DeletedDto,
    message: 'Session ended.',
    codes: ['SESSION_NOT_FOUND'],
  })
  async end(@PanelCallerParam() { user, by }: PanelCaller, @Param('id') id: string) {
    await this.sessions.end(user, by, id);
    return { id, deleted: true };
  }
}
