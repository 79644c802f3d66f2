import { PanelSessions, parseCredentials, type PanelUser } from '@app/accounts';
import { Body, Controller, Get, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { Documented, DocumentedGroup } from '../http/documented';
import { success } from '../http/envelope';
import { JsonBodyGuard } from '../gateway/json-body.guard';
import { PANEL_PREFIX, SignedIn } from '../gateway/panel-api';
import { originOf, PanelCallerParam, type PanelCaller } from '../gateway/panel-request';
import { SignInLimitGuard } from '../gateway/sign-in-limit.guard';

@Controller(`${PANEL_PREFIX}/auth`)
@DocumentedGroup('Sign-in', 'Sessions of the panel’s users.')
export class AuthController {
  constructor(private readonly sessions: PanelSessions) {}

  @Post('login')
  @HttpCode(200)
  @UseGuards(SignInLimitGuard, JsonBodyGuard)
  @Documented({
    operationId: 'signIn',
    summary: 'Sign in',
    description: 'Five failures lock an e-mail address for fifteen minutes, whether somebody has it or not.',
    request: 'Credentials',
    answer: 'Session',
    message: 'Signed in.',
    codes: ['UNAUTHENTICATED', 'SIGN_IN_LOCKED'],
  })
  async signIn(@Req() request: Request, @Body() body: Record<string, unknown>) {
    const { fromAddress, requestId } = originOf(request);
    const credentials = parseCredentials(body);
    const { token, expiresAt, user } = await this.sessions.signIn({ ...credentials, address: fromAddress, requestId });
    return success('Signed in.', { token, expires_at: expiresAt, user: userJson(user) });
  }

  @Post('logout')
  @HttpCode(200)
  @SignedIn()
  @Documented({
    operationId: 'signOut',
    summary: 'Sign out',
    description: 'Takes no body. The token is of no use any more.',
    answer: 'SignedOut',
    message: 'Signed out.',
  })
  async signOut(@PanelCallerParam() { token }: PanelCaller) {
    await this.sessions.signOut(token);
    return success('Signed out.', { signed_out: true });
  }

  @Get('me')
  @SignedIn()
  @Documented({ operationId: 'readUser', summary: 'Read who is signed in', answer: 'User', message: 'User found.' })
  me(@PanelCallerParam() { user }: PanelCaller) {
    return success('User found.', userJson(user));
  }
}

function userJson({ id, email, permissions, account }: PanelUser) {
  return { id, email, permissions, account: { id: account.id, slug: account.slug, name: account.name } };
}
