import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { Details } from '../../ui/details';
import { bankNumberOf } from '../bank-number';

interface DestinationDetailsProps {
  name: string;
  country: string;
  bank: Schemas['MaskedBankFields'];
}

/** The recipient and the bank account. The API masks the numbers. */
export function DestinationDetails({ name, country, bank }: DestinationDetailsProps) {
  const { t } = useTranslation('outflows');
  const number = bankNumberOf(bank);
  return (
    <Details
      facts={[
        [t('destination.holder'), name],
        [t('destination.bank'), bank.name],
        [t('destination.country'), t(`ui:country.${country}`, { defaultValue: country })],
        [t('destination.code'), bank.code],
        [t('destination.routing_number'), bank.routing_number],
        [number ? t(`destination.${number.name}`) : '', number?.masked.replace(/^\*+/, '•••• ')],
        [
          t('destination.accountType'),
          bank.account_type && t(`destination.type.${bank.account_type}`, { defaultValue: bank.account_type }),
        ],
      ]}
    />
  );
}
