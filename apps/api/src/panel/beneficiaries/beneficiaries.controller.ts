import { Beneficiaries, type Beneficiary } from '@app/transfers';
import { Body, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { responseFor, Claim, Idempotent, type OperationClaim } from '../../access/idempotent';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { Documented, DocumentedGroup } from '../../http/documented';
import { PageQueryDto } from '../../http/page-query.dto';
import { pageOf } from '../../http/paging';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import {
  BeneficiaryChangesDto,
  beneficiaryChangesOf,
  BeneficiaryDto,
  NewBeneficiaryDto,
  newBeneficiaryOf,
} from './beneficiary.dto';

/** Beneficiaries belong to the account: a user who may manage them manages all of them. */
@PanelApi('beneficiaries')
@DocumentedGroup('Beneficiaries', 'The third parties that the account can transfer money to.')
@RequirePanelPermission('manage_beneficiaries')
export class BeneficiariesController {
  constructor(private readonly beneficiaries: Beneficiaries) {}

  @Get()
  @Documented({
    operationId: 'listBeneficiaries',
    summary: 'List the beneficiaries',
    description: 'The newest first, deactivated ones too.',
    response: [BeneficiaryDto],
    message: 'Beneficiaries found.',
    paged: true,
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: PageQueryDto,
  ) {
    const found = await this.beneficiaries.list(account.id, { cursor: query.cursor, perPage: query.per_page });
    return pageOf(query, found, (each) => BeneficiaryDto.of(each));
  }

  @Post()
  @Idempotent()
  @Documented({
    operationId: 'createBeneficiary',
    summary: 'Register a beneficiary',
    description:
      'It is active at once. Bank fields and document are checked by the country of the bank, check digits included, ' +
      'and stored without punctuation. Account numbers are encrypted, and responses show only their last four characters.',
    response: BeneficiaryDto,
    message: 'Beneficiary registered.',
  })
  async create(
    @PanelCallerParam() { user: { account }, by }: PanelCaller,
    @Body(RequestValidationPipe) body: NewBeneficiaryDto,
    @Claim() claim: OperationClaim | undefined,
  ) {
    const present = (created: Beneficiary) => BeneficiaryDto.of(created);
    return present(
      await this.beneficiaries.create(account.id, by, newBeneficiaryOf(body), responseFor(claim, present)),
    );
  }

  @Get(':id')
  @Documented({
    operationId: 'readBeneficiary',
    summary: 'Read a beneficiary',
    response: BeneficiaryDto,
    message: 'Beneficiary found.',
    codes: ['BENEFICIARY_NOT_FOUND'],
  })
  async read(@PanelCallerParam() { user: { account } }: PanelCaller, @Param('id') id: string) {
    return BeneficiaryDto.of(await this.beneficiaries.find(account.id, id));
  }

  @Patch(':id')
  @Documented({
    operationId: 'updateBeneficiary',
    summary: 'Change a beneficiary',
    description:
      'Only the fields that are sent are changed. `bank` is replaced as a whole, and is required with another ' +
      '`bank_country`. A deactivated beneficiary receives no transfers until `active` is true again. Transfers that ' +
      'were ordered before do not change.',
    response: BeneficiaryDto,
    message: 'Beneficiary updated.',
    codes: ['BENEFICIARY_NOT_FOUND'],
  })
  async update(
    @PanelCallerParam() { user: { account }, by }: PanelCaller,
    @Param('id') id: string,
    @Body(RequestValidationPipe) body: BeneficiaryChangesDto,
  ) {
    const changed = await this.beneficiaries.update(account.id, by, id, beneficiaryChangesOf(body));
    return BeneficiaryDto.of(changed);
  }
}
