import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client';
import { Empty } from '../../ui/empty';
import { LoadingLines } from '../../ui/page';
import { Problem } from '../../ui/problem';
import { walletsQuery } from '../../wallets/queries';
import { destinationsQuery, type Destination } from './destinations';
import type { OrderType } from './order';

export interface Choices {
  wallets: readonly Schemas['VirtualWallet'][];
  destinations: readonly Destination[];
}

/** Reads the wallets and destinations of an order. Without a destination it links to the form that registers one. */
export function OrderChoices({ type, children }: { type: OrderType; children: (choices: Choices) => ReactNode }) {
  const { t } = useTranslation('outflows');
  const wallets = useQuery(walletsQuery);
  const destinations = useQuery(destinationsQuery(type));
  const failed = [wallets, destinations].find(({ data, error }) => !data && error);
  if (failed) return <Problem error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!wallets.data || !destinations.data) return <LoadingLines />;
  if (destinations.data.length > 0) return children({ wallets: wallets.data, destinations: destinations.data });
  return (
    <Empty
      title={t(`order.noDestination.${type}.title`)}
      action={
        <Button component={Link} to={type === 'payout' ? '/bank-accounts/new' : '/beneficiaries/new'}>
          {t(`order.register.${type}`)}
        </Button>
      }
    >
      {t(`order.noDestination.${type}.text`)}
    </Empty>
  );
}
