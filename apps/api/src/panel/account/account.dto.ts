import { ACCOUNT_LANGUAGES, type Account, type AccountLanguage } from '@app/accounts';
import { ApiSchema } from '@nestjs/swagger';
import { ChoiceField, TextField } from '../../http/fields';
import { ChoiceProperty, FlagProperty, TextProperty, UuidProperty } from '../../http/properties';

const VERIFICATION = ['pending', 'verified'];
const LANGUAGE_TEXT = 'The language of our mail to the merchant.';
const TIME_ZONE_TEXT = 'The IANA time zone of the account: a plain date, in a filter or in a response, is a day there.';

@ApiSchema({ name: 'AccountChanges' })
export class AccountChangesDto {
  @ChoiceField(LANGUAGE_TEXT, ACCOUNT_LANGUAGES, { optional: true, example: 'pt' })
  language?: AccountLanguage;

  @TextField(`${TIME_ZONE_TEXT} Its past days are summed again.`, {
    optional: true,
    minLength: 1,
    maxLength: 100,
    example: 'America/Bogota',
  })
  time_zone?: string;
}

@ApiSchema({ name: 'Account' })
export class AccountDto {
  @UuidProperty('The account.', { example: '01a1fba0-5c0d-7a11-9c2e-3f4b5a6c7d80' })
  id!: string;

  @TextProperty('Its short name, part of its API keys.', { example: 'demostore' })
  slug!: string;

  @TextProperty('Its name.', { example: 'Demo Store' })
  name!: string;

  @TextProperty('Its registered e-mail address.', { nullable: true, example: 'owner@example.com' })
  email!: string | null;

  @TextProperty('ISO 3166-1 alpha-2.', { example: 'AR' })
  country!: string;

  @ChoiceProperty('A paused account creates no links.', ['active', 'paused'], { example: 'active' })
  status!: string;

  @ChoiceProperty('Identity verification.', VERIFICATION, { example: 'verified' })
  kyc_status!: string;

  @ChoiceProperty('Commercial verification.', VERIFICATION, { example: 'verified' })
  kyb_status!: string;

  @FlagProperty('Whether it collects USD.', { example: true })
  usd_enabled!: boolean;

  @FlagProperty('Whether it collects by card.', { example: false })
  cards_enabled!: boolean;

  @FlagProperty('Whether payers may bear the collection fee.', { example: true })
  customer_paid_fee_enabled!: boolean;

  @FlagProperty('The default of `customer_paid_fee` for links of the panel.', { example: false })
  customer_paid_fee_default!: boolean;

  @ChoiceProperty(LANGUAGE_TEXT, ACCOUNT_LANGUAGES, { example: 'es' })
  language!: string;

  @TextProperty(TIME_ZONE_TEXT, { example: 'America/Argentina/Buenos_Aires' })
  time_zone!: string;

  static of(account: Account): AccountDto {
    return {
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
      language: account.language,
      time_zone: account.timeZone,
    };
  }
}
