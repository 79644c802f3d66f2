import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { useRejectedFields } from '../../api/use-reason-text';
import { formatAmount } from '../../money/amounts';
import { amountText } from '../../money/typed-amount';
import { Unsaved } from '../../ui/unsaved';
import { isBelowMinimum } from '../figures';
import type { Destination } from './destinations';
import { EstimatePanel } from './estimate-panel';
import {
  COMMENT,
  problemsAbout,
  fieldErrors,
  formOf,
  orderOf,
  type Problem,
  type Order,
  type OrderErrors,
  type OrderForm,
  type OrderType,
} from './order';
import { AmountField, CommentField, DestinationField, InstantField, WalletField } from './order-fields';
import { useEstimate } from './use-estimate';

interface OrderDetailsProps {
  type: OrderType;
  wallets: readonly Schemas['VirtualWallet'][];
  destinations: readonly Destination[];
  initial: Order;
  initialErrors: OrderErrors;
  /** Shown below the amount. */
  hint?: (wallet: Schemas['VirtualWallet'], destination: Destination) => ReactNode;
  onReady: (order: Order) => void;
}

/** The first step of an order: its form, with the estimate beside it. */
export function OrderDetails({
  type,
  wallets,
  destinations,
  initial,
  initialErrors,
  hint,
  onReady,
}: OrderDetailsProps) {
  const { t, i18n } = useTranslation('outflows');
  const describe = useProblemText();
  const walletOf = ({ walletId }: Pick<OrderForm, 'walletId'>) => wallets.find(({ id }) => id === walletId);
  const form = useForm<OrderForm>({
    initialValues: formOf(initial, walletOf(initial)?.currency, i18n.language),
    initialErrors,
    validate: (values) => {
      const wallet = walletOf(values);
      const problems = problemsAbout(values, { type, wallet, locale: i18n.language });
      return Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, describe(problem, wallet)]));
    },
  });
  const wallet = walletOf(form.values);
  const destination = destinations.find(({ id }) => id === form.values.destinationId);
  const order = orderOf(form.values, wallet?.currency, i18n.language);
  const estimate = useEstimate(type, order);
  const errors = fieldErrors(useRejectedFields()(estimate.error));
  const isRejected = estimate.isCurrent && (!!estimate.error || isTooLittle(estimate.estimate));

  return (
    <form onSubmit={form.onSubmit(() => order && onReady(order))} noValidate>
      {isBegun(form.values) && <Unsaved />}
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          <Stack gap="md">
            <WalletField form={form} error={errors.walletId} wallets={wallets} />
            <DestinationField form={form} error={errors.destinationId} type={type} destinations={destinations} />
            <AmountField
              form={form}
              error={errors.amount}
              wallet={wallet}
              hint={wallet && destination && hint?.(wallet, destination)}
            />
            <InstantField form={form} error={errors.instant} />
            <CommentField form={form} error={errors.comment} type={type} />
          </Stack>
          <EstimatePanel state={estimate} instant={form.values.instant} />
        </SimpleGrid>
        <Group>
          <Button type="submit" disabled={isRejected || (estimate.isWanted && !estimate.isCurrent)}>
            {t('order.toReview')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The initial values are not input of the user; the amount and the comment are. */
function isBegun({ amount, comment }: OrderForm): boolean {
  return amount !== '' || comment !== '';
}

function isTooLittle(estimate: Schemas['OutflowEstimate'] | undefined): boolean {
  return estimate !== undefined && isBelowMinimum(estimate.net_amount, estimate.minimum);
}

/** Explains the problem of a field and how to correct it. */
function useProblemText() {
  const { t, i18n } = useTranslation('outflows');
  return (problem: Problem, wallet: Schemas['VirtualWallet'] | undefined): string => {
    const { currency = '', available_balance: available = '' } = wallet ?? {};
    const facts = {
      currency,
      available: formatAmount(available, currency, i18n.language),
      example: amountText('1500', currency, i18n.language),
      ...COMMENT,
    };
    return t([`order.problem.${problem}`, `ui:amount.${problem}`], facts);
  };
}
