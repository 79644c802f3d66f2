import { TransferTerms } from '@app/transfers';
import { Body, Get, HttpCode, Post } from '@nestjs/common';
import { PanelApi } from '../../access/panel-api';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { Documented, DocumentedGroup } from '../../http/documented';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { AcceptedTermsDto, AcceptTermsDto, TermsStatusDto } from './transfer-terms.dto';

@PanelApi('transfers')
@DocumentedGroup('Transfers', 'Payouts to third parties.')
export class TransferTermsController {
  constructor(private readonly terms: TransferTerms) {}

  @Post('accept-terms')
  @HttpCode(200)
  @Documented({
    operationId: 'acceptTransferTerms',
    summary: 'Accept the terms of transfers',
    description: 'Once for the account; a repeated call returns the first acceptance. Payouts do not need it.',
    response: AcceptedTermsDto,
    message: 'Terms accepted.',
  })
  async accept(
    @PanelCallerParam() { user: { id, account }, by }: PanelCaller,
    @Body(RequestValidationPipe) { version }: AcceptTermsDto,
  ) {
    return AcceptedTermsDto.of(await this.terms.accept(account.id, id, by, version));
  }

  @Get('terms-status')
  @Documented({
    operationId: 'readTransferTerms',
    summary: 'Read whether the terms of transfers are accepted',
    response: TermsStatusDto,
    message: 'Terms found.',
  })
  async status(@PanelCallerParam() { user: { account } }: PanelCaller) {
    return TermsStatusDto.of(await this.terms.status(account));
  }
}
