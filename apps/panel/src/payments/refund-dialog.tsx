import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../money/amounts';
import { AmountInput } from '../money/amount-input';
import { amountText, parseAmount } from '../money/typed-amount';
import { Allowed } from '../session/allowed';
import { DeniedButton } from '../ui/denied-button';
import { Problem } from '../ui/problem';
import { useNotify } from '../ui/use-notify';
import type { ReceivedPayment } from './queries';
import { refundEstimateQuery, useRefund } from './refund-queries';
import { refundableOf } from './refundable';

const TYPING_MS = 300;
const LONGEST_REASON = 255;

/** Refunds all or part of a payment after the user has seen what the wallet pays; nothing for one that cannot be refunded. */
export function RefundPayment({ payment }: { payment: ReceivedPayment }) {
  const { t } = useTranslation('payments');
  const refundable = refundableOf(payment);
  const [opened, { open, close }] = useDisclosure();
  if (refundable === undefined) return null;
  return (
    <Allowed
      to="create_refunds"
      otherwise={<DeniedButton reason={t('refund.denied')}>{t('refund.button')}</DeniedButton>}
    >
      <Button variant="default" onClick={open}>
        {t('refund.button')}
      </Button>
      {opened && <RefundForm payment={payment} refundable={refundable} onClose={close} />}
    </Allowed>
  );
}

interface RefundFormProps {
  payment: ReceivedPayment;
  refundable: string;
  onClose: () => void;
}

function RefundForm({ payment, refundable, onClose }: RefundFormProps) {
  const { t, i18n } = useTranslation(['payments', 'ui']);
  const currency = payment.payer_currency;
  const notify = useNotify();
  const [typed, setTyped] = useState(amountText(refundable, currency, i18n.language));
  const [reason, setReason] = useState('');
  const read = parseAmount(typed, currency, i18n.language);
  const amount = 'value' in read ? read.value : undefined;
  const { mutate, isPending, error } = useRefund(payment.id, () => {
    onClose();
    notify(t('refund.requested'));
  });
  const leave = () => {
    if (!isPending) onClose();
  };
  return (
    <Modal opened onClose={leave} title={t('refund.title')} centered closeButtonProps={{ 'aria-label': t('ui:close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (amount !== undefined) mutate({ amount, ...(reason.trim() !== '' && { reason: reason.trim() }) });
        }}
      >
        <Stack gap="md">
          <Text size="sm">{t('refund.text')}</Text>
          <AmountInput
            label={t('refund.amount')}
            description={t('refund.left', { amount: formatAmount(refundable, currency, i18n.language) })}
            value={typed}
            currency={currency}
            onChange={setTyped}
            required
          />
          <TextInput
            label={t('refund.reason')}
            description={t('refund.reasonHint')}
            value={reason}
            maxLength={LONGEST_REASON}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Estimate paymentId={payment.id} amount={amount} />
          {error && <Problem error={error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={leave} disabled={isPending}>
              {t('ui:cancel')}
            </Button>
            <Button type="submit" color="red" loading={isPending} disabled={amount === undefined}>
              {amount === undefined
                ? t('refund.button')
                : t('refund.submit', { amount: formatAmount(amount, currency, i18n.language) })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** What the wallet pays, while the amount is typed. */
function Estimate({ paymentId, amount }: { paymentId: string; amount: string | undefined }) {
  const { t, i18n } = useTranslation('payments');
  const [settled] = useDebouncedValue(amount, TYPING_MS);
  const { data, error } = useQuery({
    ...refundEstimateQuery(paymentId, settled ?? ''),
    enabled: settled !== undefined && settled === amount,
  });
  if (amount === undefined) return null;
  if (error && settled === amount) return <Problem error={error} />;
  return (
    <Text size="sm" fw={600} aria-live="polite">
      {data && settled === amount
        ? t('refund.wallet', { amount: formatAmount(data.wallet_amount, data.wallet_currency, i18n.language) })
        : t('refund.estimating')}
    </Text>
  );
}
