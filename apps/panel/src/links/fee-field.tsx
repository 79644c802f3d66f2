import { Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/session';
import type { LinkForm } from './draft';

/** Whether the payer bears the collection fee, if the account may choose. */
export function FeeField({ form }: { form: UseFormReturnType<LinkForm> }) {
  const { t } = useTranslation('links');
  const { account } = useSession();
  const enabled = account.customer_paid_fee_enabled;
  return (
    <Switch
      {...form.getInputProps('customerPaidFee', { type: 'checkbox' })}
      label={t('customerPaidFee.label')}
      description={t(enabled ? 'customerPaidFee.hint' : 'customerPaidFee.disabled')}
      disabled={!enabled}
    />
  );
}
