import { Get } from '@nestjs/common';
import { Documented, DocumentedGroup } from '../http/documented';
import { success } from '../http/envelope';
import { PanelApi } from '../gateway/panel-api';
import { PanelCallerParam, type PanelCaller } from '../gateway/panel-request';

/** The account of whoever is signed in; no request names one. */
@PanelApi('account')
@DocumentedGroup('Account', 'The account of whoever is signed in.')
export class AccountController {
  @Get()
  @Documented({ operationId: 'readAccount', summary: 'Read the account', answer: 'Account', message: 'Account found.' })
  read(@PanelCallerParam() { user: { account } }: PanelCaller) {
    return success('Account found.', {
      id: account.id,
      slug: account.slug,
      name: account.name,
      email: account.email,
      country: account.country,
      status: account.status,
      kyc_status: account.kycStatus,
      kyb_status: account.kybStatus,
      usd_enabled: account.usdEnabled,
      cards_enabled: account.cardsEnabled,
      customer_paid_fee_enabled: account.customerPaidFeeEnabled,
      customer_paid_fee_default: account.customerPaidFeeDefault,
    });
  }
}
