import { PanelSessions } from '@app/accounts';
import { Body, Controller, Get, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { Documented, DocumentedGroup } from '../../http/documented';
import { success } from '../../http/envelope';
import { AnonymousLimitGuard } from '../../gateway/anonymous-limit';
import { JsonBodyGuard } from '../../gateway/json-body.guard';
import { PANEL_PREFIX, SignedIn } from '../../gateway/panel-api';
import { originOf, PanelCallerParam, type PanelCaller } from '../../gateway/panel-request';
import { SignInLimitGuard } from '../../gateway/sign-in-limit.guard';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { CredentialsDto, SessionDto, SignedOutDto, UserDto } from './auth.dto';

@Controller(`${PANEL_PREFIX}/auth`)
@DocumentedGroup('Sign-in', 'Sessions of the panel’s users.')
export class AuthController {
  constructor(private readonly sessions: PanelSessions) {}

  @Post('login')
  @HttpCode(200)
  @UseGuards(AnonymousLimitGuard, SignInLimitGuard, JsonBodyGuard)
  @Documented({
    operationId: 'signIn',
    summary: 'Sign in',
    description: 'Five failures lock an e-mail address for fifteen minutes, whether it has a user or not.',
    answer: SessionDto,
    message: 'Signed in.',
    codes: ['UNAUTHENTICATED', 'SIGN_IN_LOCKED'],
  })
  async signIn(@Req() request: Request, @Body(RequestValidationPipe) { email, password }: CredentialsDto) {
    const { fromAddress, requestId } = originOf(request);
    const session = await this.sessions.signIn({ email, password, address: fromAddress, requestId });
    return success('Signed in.', SessionDto.of(session));
  }

  @Post('logout')
  @HttpCode(200)
  @SignedIn()
  @Documented({
    operationId: 'signOut',
    summary: 'Sign out',
    description: 'Takes no body. The token stops working.',
    answer: SignedOutDto,
    message: 'Signed out.',
  })
  async signOut(@PanelCallerParam() { token }: PanelCaller) {
    await this.sessions.signOut(token);
    return success('Signed out.', { signed_out: true });
  }

  @Get('me')
  @SignedIn()
  @Documented({ operationId: 'readUser', summary: 'Read the signed-in user', answer: UserDto, message: 'User found.' })
  me(@PanelCallerParam() { user }: PanelCaller) {
    return success('User found.', UserDto.of(user));
  }
}
