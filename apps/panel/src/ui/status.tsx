import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../api/client';

/** The statuses and states of the API, and `inactive` for a false `is_active`. */
export type State =
  | Schemas['Account']['status' | 'kyc_status' | 'kyb_status']
  | Schemas['PanelPaymentLink']['status']
  | Schemas['ReceivedPayment']['status']
  | Schemas['PaymentException']['state']
  | Schemas['Refund']['status']
  | Schemas['Dispute']['status']
  | Schemas['PayoutHistoryEntry']['status']
  | Schemas['WebhookDelivery']['status']
  | 'inactive';

const COLORS: Readonly<Record<State, string>> = {
  active: 'blue',
  pending: 'yellow',
  processing: 'yellow',
  in_transit: 'yellow',
  in_process: 'yellow',
  requested: 'yellow',
  open: 'yellow',
  completed: 'green',
  credited: 'green',
  delivered: 'green',
  verified: 'green',
  matched: 'green',
  won: 'green',
  failed: 'red',
  returned: 'red',
  disputed: 'red',
  lost: 'red',
  paused: 'red',
  cancelled: 'gray',
  expired: 'gray',
  inactive: 'gray',
  refunded: 'gray',
};

/** A state as a coloured word. The word has the meaning; the colour only helps to scan a list. */
export function Status({ value }: { value: State }) {
  const { t } = useTranslation('ui');
  // A later release of the API may have other values.
  const color = (COLORS as Partial<typeof COLORS>)[value] ?? 'gray';
  return (
    <Badge
      variant="light"
      color={color}
      // The colour itself has too little contrast on its tint.
      c="var(--mantine-color-text)"
      tt="none"
      miw="max-content"
    >
      {t(`status.${value}`, { defaultValue: value })}
    </Badge>
  );
}
