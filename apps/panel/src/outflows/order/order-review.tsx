import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { useRejectedFields } from '../../api/use-reason-text';
import { Details } from '../../ui/details';
import { LoadingLines } from '../../ui/page';
import { Problem } from '../../ui/problem';
import { Section } from '../../ui/section';
import { Unsaved } from '../../ui/unsaved';
import { useWalletLabel } from '../../wallets/use-wallet-label';
import { isBelowMinimum } from '../figures';
import { estimateQuery } from '../queries';
import { DestinationDetails } from './destination-details';
import type { Destination } from './destinations';
import { EstimatedFigures } from './estimate-panel';
import { estimateBodyOf, fieldErrors, type Order, type OrderErrors, type OrderType } from './order';
import { StepHeading } from './step-heading';

interface OrderReviewProps {
  type: OrderType;
  order: Order;
  wallet: Schemas['VirtualWallet'];
  destination: Destination;
  /** What happens next, shown above the button. */
  notice: ReactNode;
  submitLabel: string;
  isPending: boolean;
  error: unknown;
  onSubmit: () => void;
  /** Goes back to the form, with the errors of the API. */
  onChange: (errors: OrderErrors) => void;
}

/** The second step: a summary with current figures, before the order. */
export function OrderReview(props: OrderReviewProps) {
  const { type, order, wallet, destination, notice, submitLabel, isPending, error, onSubmit, onChange } = props;
  const { t } = useTranslation('outflows');
  const labelOf = useWalletLabel();
  const rejectedFields = useRejectedFields();
  const figures = useQuery(estimateQuery(estimateBodyOf(type, order)));
  const { data: estimate } = figures;
  const canOrder = estimate && !figures.error && !isBelowMinimum(estimate.net_amount, estimate.minimum);
  return (
    <Stack gap="lg">
      <Unsaved />
      <StepHeading>{t('order.review')}</StepHeading>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Stack gap="md">
          <Section framed order={3} title={t('destination.title')}>
            <DestinationDetails {...destination} />
          </Section>
          <Section framed order={3} title={t('order.order')}>
            <Details
              facts={[
                [t('order.wallet'), t('walletName', { currency: labelOf(wallet) })],
                [t('order.instant'), t(order.instant ? 'yes' : 'no')],
                [t('order.comment'), order.comment],
              ]}
            />
          </Section>
        </Stack>
        <Section framed order={3} title={t('order.figures')}>
          {figures.isPending && <LoadingLines lines={4} />}
          {figures.error && <Problem error={figures.error} onRetry={() => void figures.refetch()} />}
          {estimate && !figures.error && <EstimatedFigures estimate={estimate} instant={order.instant} />}
        </Section>
      </SimpleGrid>
      <Text>{notice}</Text>
      {!!error && <Problem error={error} />}
      <Group>
        <Button onClick={onSubmit} loading={isPending} disabled={!canOrder}>
          {submitLabel}
        </Button>
        <Button variant="default" disabled={isPending} onClick={() => onChange(fieldErrors(rejectedFields(error)))}>
          {t('order.change')}
        </Button>
      </Group>
    </Stack>
  );
}
