import { Get } from '@nestjs/common';
import { success } from '../external/envelope';
import { PanelApi } from './panel-api';
import { PanelCallerParam, type PanelCaller } from './panel-request';

/** The account of whoever is signed in; no request names one. */
@PanelApi('account')
export class AccountController {
  @Get()
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
    });
  }
}
