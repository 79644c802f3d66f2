import { PasswordChange, PasswordReset } from '@app/accounts';
import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { SignedIn } from '../../access/panel-api';
import { PANEL_PREFIX } from '../../access/panel-prefix';
import { originOf, PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { Documented, DocumentedGroup } from '../../http/documented';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { Anonymous } from './anonymous';
import {
  ForgottenPasswordDto,
  LinkRequestedDto,
  PasswordChangeDto,
  PasswordResetDto,
  PasswordSetDto,
} from './password.dto';

@Controller(`${PANEL_PREFIX}/auth`)
@DocumentedGroup('Sign-in', 'Sessions of the panel’s users.')
export class PasswordsController {
  constructor(
    private readonly passwords: PasswordChange,
    private readonly resets: PasswordReset,
  ) {}

  @Post('forgot-password')
  @HttpCode(200)
  @Anonymous()
  @Documented({
    operationId: 'forgotPassword',
    summary: 'Ask for a link to choose a new password',
    description:
      'The response is the same whether a user has the address or not. The mailed link works once, for 30 minutes. At most ' +
      'three are mailed to an address within an hour.',
    response: LinkRequestedDto,
    message: 'If a user has this address, a link was mailed to it.',
  })
  async forgot(@Body(RequestValidationPipe) { email }: ForgottenPasswordDto) {
    await this.resets.forgot(email);
    return { requested: true };
  }

  @Post('reset-password')
  @HttpCode(200)
  @Anonymous()
  @Documented({
    operationId: 'resetPassword',
    summary: 'Choose a new password with a mailed link',
    description: 'Ends all sessions of the user. A link that does not work is rejected with 422, naming `token`.',
    response: PasswordSetDto,
    message: 'Password set.',
  })
  async reset(@Req() request: Request, @Body(RequestValidationPipe) { token, password }: PasswordResetDto) {
    await this.resets.reset(token, password, originOf(request));
    return { changed: true };
  }

  @Post('change-password')
  @HttpCode(200)
  @SignedIn()
  @Documented({
    operationId: 'changePassword',
    summary: 'Change your password',
    description:
      'Ends all your other sessions. A wrong current password is rejected with 422, naming `current_password`, and counts ' +
      'as a failed sign-in.',
    response: PasswordSetDto,
    message: 'Password changed.',
    codes: ['SIGN_IN_LOCKED'],
  })
  async change(
    @PanelCallerParam() caller: PanelCaller,
    @Body(RequestValidationPipe) { current_password, password }: PasswordChangeDto,
  ) {
    await this.passwords.change(caller, current_password, password);
    return { changed: true };
  }
}
