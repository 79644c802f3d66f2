import { Anchor, Button, Select, Stack, Switch, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useCallback, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client';
import { AmountInput } from '../../money/amount-input';
import { compareDecimals, formatAmount } from '../../money/amounts';
import { amountText } from '../../money/typed-amount';
import { useWalletLabel } from '../../wallets/use-wallet-label';
import { shortAccount } from '../bank-number';
import type { Destination } from './destinations';
import { COMMENT, commentLength, type OrderForm, type OrderType } from './order';

interface FieldProps {
  form: UseFormReturnType<OrderForm>;
  /** The reason for which the API rejects the value. */
  error: string | undefined;
}

/** The wallet that pays, with its available balance. */
export function WalletField({ form, error, wallets }: FieldProps & { wallets: readonly Schemas['VirtualWallet'][] }) {
  const { t, i18n } = useTranslation('outflows');
  const labelOf = useWalletLabel();
  const props = form.getInputProps('walletId');
  return (
    <Select
      {...props}
      label={t('order.wallet')}
      data={wallets.map((wallet) => ({
        value: wallet.id,
        label: t('order.walletChoice', {
          currency: labelOf(wallet),
          available: formatAmount(wallet.available_balance, wallet.currency, i18n.language),
        }),
      }))}
      error={(props.error as ReactNode) ?? error}
      allowDeselect={false}
      withAsterisk
    />
  );
}

/** The destination, with a link to register another one. */
export function DestinationField({
  form,
  error,
  type,
  destinations,
}: FieldProps & { type: OrderType; destinations: readonly Destination[] }) {
  const { t } = useTranslation('outflows');
  const props = form.getInputProps('destinationId');
  return (
    <Select
      {...props}
      label={t(`order.destination.${type}`)}
      placeholder={t(`order.destinationPlaceholder.${type}`)}
      description={
        <Anchor component={Link} to={type === 'payout' ? '/bank-accounts/new' : '/beneficiaries/new'} size="xs">
          {t(`order.register.${type}`)}
        </Anchor>
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={destinations.map(({ id, name, country, currency, bank }) => ({
        value: id,
        label: `${name} · ${shortAccount(bank)} · ${t(`ui:country.${country}`)}, ${currency}`,
      }))}
      error={(props.error as ReactNode) ?? error}
      nothingFoundMessage={t('order.nothingFound')}
      searchable
      allowDeselect={false}
      withAsterisk
    />
  );
}

export function AmountField({
  form,
  error,
  wallet,
  hint,
}: FieldProps & { wallet: Schemas['VirtualWallet'] | undefined; hint: ReactNode }) {
  const { t, i18n } = useTranslation('outflows');
  const { setFieldValue } = form;
  const setAmount = useCallback((text: string) => setFieldValue('amount', text), [setFieldValue]);
  const { currency = '', available_balance: available = '0' } = wallet ?? {};
  return (
    <Stack gap={6}>
      <AmountInput
        label={t('order.amount')}
        description={
          <>
            {t('order.amountHint')} {hint}
          </>
        }
        value={form.values.amount}
        currency={currency}
        onChange={setAmount}
        placeholder={amountText('0', currency, i18n.language)}
        error={form.errors['amount'] ?? error}
        required
      />
      {compareDecimals(available, '0') > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setAmount(amountText(available, currency, i18n.language))}
        >
          {t('order.useAll', { available: formatAmount(available, currency, i18n.language) })}
        </Button>
      )}
    </Stack>
  );
}

export function InstantField({ form, error }: FieldProps) {
  const { t } = useTranslation('outflows');
  const props = form.getInputProps('instant', { type: 'checkbox' });
  return (
    <Switch
      {...props}
      label={t('order.instant')}
      description={t('order.instantHint')}
      error={(props.error as ReactNode) ?? error}
    />
  );
}

/** A note for the recipient, with the number of its characters. */
export function CommentField({ form, error, type }: FieldProps & { type: OrderType }) {
  const { t } = useTranslation('outflows');
  const props = form.getInputProps('comment');
  return (
    <Textarea
      {...props}
      label={t('order.comment')}
      description={t(`order.commentHint.${type}`, { count: commentLength(form.values.comment), ...COMMENT })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autosize
      minRows={1}
      maxRows={3}
      error={(props.error as ReactNode) ?? error}
      withAsterisk={type === 'transfer'}
    />
  );
}
