import { SecondFactors } from '@app/accounts';
import { Body, Delete, HttpCode, Post } from '@nestjs/common';
import { RequireFreshSession } from '../../access/fresh-session.guard';
import { PanelApi } from '../../access/panel-api';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { Documented, DocumentedGroup } from '../../http/documented';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import {
  FactorCodeDto,
  FactorOffDto,
  FactorOrRecoveryCodeDto,
  FactorPasswordDto,
  FactorSetUpDto,
  RecoveryCodesDto,
} from './totp.dto';

@PanelApi('auth/totp')
@DocumentedGroup('Second factor', 'Codes of an authenticator, which a sign-in needs besides the password.')
export class TotpController {
  constructor(private readonly factors: SecondFactors) {}

  @Post()
  @HttpCode(200)
  @Documented({
    operationId: 'setUpSecondFactor',
    summary: 'Set up a second factor',
    description:
      'Returns a new secret for an authenticator, which counts once a code of it confirms it. A wrong password is rejected ' +
      'with 401, and counts as a failed sign-in; the session goes on. Rejected with 422 while a second factor is on.',
    response: FactorSetUpDto,
    message: 'Confirm with a code.',
    codes: ['SIGN_IN_LOCKED'],
  })
  async begin(@PanelCallerParam() caller: PanelCaller, @Body(RequestValidationPipe) { password }: FactorPasswordDto) {
    return FactorSetUpDto.of(await this.factors.begin(caller, password));
  }

  @Post('confirm')
  @HttpCode(200)
  @Documented({
    operationId: 'confirmSecondFactor',
    summary: 'Turn the second factor on',
    description: 'Returns ten recovery codes, which are shown only here. A wrong code counts as a failed sign-in.',
    response: RecoveryCodesDto,
    message: 'The second factor is on.',
    codes: ['SIGN_IN_LOCKED'],
  })
  async confirm(@PanelCallerParam() caller: PanelCaller, @Body(RequestValidationPipe) { code }: FactorCodeDto) {
    return { recovery_codes: await this.factors.confirm(caller, code) };
  }

  @Delete()
  @RequireFreshSession()
  @Documented({
    operationId: 'turnSecondFactorOff',
    summary: 'Turn the second factor off',
    description: 'A wrong code counts as a failed sign-in. Rejected with 422 while no second factor is on.',
    response: FactorOffDto,
    message: 'The second factor is off.',
    codes: ['SIGN_IN_LOCKED'],
  })
  async remove(
    @PanelCallerParam() caller: PanelCaller,
    @Body(RequestValidationPipe) { code }: FactorOrRecoveryCodeDto,
  ) {
    await this.factors.remove(caller, code);
    return { second_factor: false };
  }
}
