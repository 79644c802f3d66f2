import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../api/client';
import { formatAmount } from '../money/amounts';
import { IconAlertTriangle } from '../ui/icons';

type Payout = Pick<
  Schemas['Payout'],
  'status' | 'returned_at' | 'returned_amount' | 'failure_reason' | 'amount' | 'net_amount' | 'currency'
>;

/** Explains a failed or returned payout: where the money is, and what to do. */
export function Outcome({ payout }: { payout: Payout }) {
  const { t, i18n } = useTranslation('outflows');
  const { status, returned_at: returnedAt, failure_reason: reason, currency } = payout;
  const returned = payout.returned_amount ?? payout.net_amount;
  const back = returned === payout.net_amount ? 'returned' : 'partlyReturned';
  const kind = returnedAt !== null ? back : status === 'failed' ? 'failed' : undefined;
  if (!kind) return null;
  const facts = {
    amount: formatAmount(payout.amount, currency, i18n.language),
    returned: formatAmount(returned, currency, i18n.language),
    net: formatAmount(payout.net_amount, currency, i18n.language),
  };
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t(`outcome.${kind}.title`)}>
      {reason && <div>{t('outcome.reason', { reason })}</div>}
      <div>{t(`outcome.${kind}.text`, facts)}</div>
    </Alert>
  );
}
