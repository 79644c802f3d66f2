import { PanelSessions, parseCredentials, type PanelUser } from '@app/accounts';
import { Body, Controller, Get, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { success } from '../external/envelope';
import { PANEL_PREFIX } from './panel-api';
import { originOf, PanelCallerParam, type PanelCaller } from './panel-request';
import { PanelGuard } from './panel.guard';
import { SignInGuard } from './sign-in.guard';

@Controller(`${PANEL_PREFIX}/auth`)
export class AuthController {
  constructor(private readonly sessions: PanelSessions) {}

  @Post('login')
  @HttpCode(200)
  @UseGuards(SignInGuard)
  async signIn(@Req() request: Request, @Body() body: Record<string, unknown>) {
    const { fromAddress, requestId } = originOf(request);
    const credentials = parseCredentials(body);
    const { token, expiresAt, user } = await this.sessions.signIn({ ...credentials, address: fromAddress, requestId });
    return success('Signed in.', { token, expires_at: expiresAt, user: userJson(user) });
  }

  @Post('logout')
  @HttpCode(200)
  @UseGuards(PanelGuard)
  async signOut(@PanelCallerParam() { token }: PanelCaller) {
    await this.sessions.signOut(token);
    return success('Signed out.', { signed_out: true });
  }

  @Get('me')
  @UseGuards(PanelGuard)
  me(@PanelCallerParam() { user }: PanelCaller) {
    return success('User found.', userJson(user));
  }
}

function userJson({ id, email, permissions, account }: PanelUser) {
  return { id, email, permissions, account: { id: account.id, slug: account.slug, name: account.name } };
}
