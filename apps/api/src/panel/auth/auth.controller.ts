import { SignIn, SessionConfirmation, SessionList } from '@app/accounts';
import { Body, Controller, Get, Headers, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OptionalPanelLimitGuard, OptionalSessionGuard } from '../../access/optional-session.guard';
import { SignedIn } from '../../access/panel-api';
import { PANEL_PREFIX } from '../../access/panel-prefix';
import { originOf, PanelCallerParam, type PanelCaller, type PanelRequest } from '../../access/panel-request';
import { deviceTokenOf, SessionCookie } from '../../access/session-cookie';
import { Documented, DocumentedGroup } from '../../http/documented';
import { Success } from '../../http/envelope';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { Anonymous } from './anonymous';
import {
  BrowserSessionDto,
  ConfirmationDto,
  CredentialsDto,
  FreshSessionDto,
  SessionDto,
  SessionStateDto,
  SignedInUserDto,
  SignedOutDto,
} from './auth.dto';

@Controller(`${PANEL_PREFIX}/auth`)
@DocumentedGroup('Sign-in', 'Sessions of the panel’s users.')
export class AuthController {
  constructor(
    private readonly signIns: SignIn,
    private readonly confirmation: SessionConfirmation,
    private readonly userSessions: SessionList,
    private readonly cookie: SessionCookie,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Anonymous()
  @Documented({
    operationId: 'signIn',
    summary: 'Sign in',
    description:
      'With `X-Session: cookie` the token is set as the cookie `panel_session` and is not in the response; such a session ' +
      'also ends after 30 minutes without activity, and the cookie `panel_device` makes the browser a known one. Five ' +
      'failures with an e-mail address from one network (an IPv4 address, or a /64 of IPv6) lock it there for fifteen ' +
      'minutes; fifty within an hour lock it for an hour everywhere but in known browsers. Whether it has a user makes no ' +
      'difference. A wrong code is a failure too.',
    response: SessionDto,
    message: 'Signed in.',
    alternative: { response: BrowserSessionDto, message: 'Signed in with a cookie.' },
    header: 'sessionKind',
    codes: ['UNAUTHENTICATED', 'SECOND_FACTOR_REQUIRED', 'SIGN_IN_LOCKED'],
  })
  async signIn(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Headers('x-session') wanted: string | undefined,
    @Body(RequestValidationPipe) { email, password, code }: CredentialsDto,
  ) {
    const kind = wanted === 'cookie' ? 'cookie' : 'bearer';
    const credentials = { email, password, code: code ?? undefined };
    const browser = { userAgent: request.headers['user-agent'], deviceToken: deviceTokenOf(request) };
    const signedIn = await this.signIns.signIn({ ...credentials, kind, ...browser, ...originOf(request) });
    if (kind === 'bearer') return SessionDto.of(signedIn);
    this.cookie.set(request, response, signedIn.token, signedIn.deviceToken);
    return new Success('Signed in with a cookie.', BrowserSessionDto.of(signedIn));
  }

  @Post('confirm')
  @HttpCode(200)
  @SignedIn()
  @Documented({
    operationId: 'confirmSession',
    summary: 'Confirm who you are',
    description:
      'Makes the session fresh for 15 minutes, as a sign-in does. A wrong password or code is rejected with 401, and ' +
      'counts as a failed sign-in; the session goes on.',
    response: FreshSessionDto,
    message: 'Confirmed.',
    codes: ['SECOND_FACTOR_REQUIRED', 'SIGN_IN_LOCKED'],
  })
  async confirm(
    @PanelCallerParam() caller: PanelCaller,
    @Body(RequestValidationPipe) { password, code }: ConfirmationDto,
  ) {
    const freshUntil = await this.confirmation.confirm(caller, password, code ?? undefined);
    return { fresh_until: freshUntil };
  }

  @Post('logout')
  @HttpCode(200)
  @SignedIn()
  @Documented({
    operationId: 'signOut',
    summary: 'Sign out',
    description: 'Takes no body. The token stops working, and the cookie is cleared.',
    response: SignedOutDto,
    message: 'Signed out.',
  })
  async signOut(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @PanelCallerParam() { user, session }: PanelCaller,
  ) {
    await this.userSessions.signOut(user, session.id);
    if (session.idleExpiresAt) this.cookie.clear(request, response);
    return { signed_out: true };
  }

  @Get('me')
  @SignedIn()
  @Documented({
    operationId: 'readUser',
    summary: 'Read the signed-in user',
    response: SignedInUserDto,
    message: 'User found.',
  })
  me(@PanelCallerParam() caller: PanelCaller) {
    return SignedInUserDto.ofCaller(caller);
  }

  @Get('session')
  @UseGuards(OptionalSessionGuard, OptionalPanelLimitGuard)
  @Documented({
    operationId: 'readSession',
    summary: 'Read whether a user is signed in',
    description: 'Returns 200 without a session, too.',
    response: SessionStateDto,
    message: 'Session read.',
    header: 'sessionActivity',
  })
  session(@Req() { panelCaller }: PanelRequest) {
    return SessionStateDto.of(panelCaller);
  }
}
