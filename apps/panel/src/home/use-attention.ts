import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../account/queries';
import { usePermissions } from '../session/session';
import { termsQuery } from '../terms/queries';
import {
  accountNotices,
  deliveryNotices,
  disputeNotices,
  exceptionNotices,
  payoutNotices,
  termsNotices,
  type Notice,
} from './attention';
import {
  CHECK_MS,
  deliveriesQuery,
  openDisputesQuery,
  openExceptionsQuery,
  waitingPayoutsQuery,
} from './attention-queries';

/** The notices that the permissions of the user allow. */
export function useAttention(): { notices: Notice[]; isPending: boolean; error: Error | null; retry: () => void } {
  const { can } = usePermissions();
  const account = useQuery({ ...accountQuery, refetchInterval: CHECK_MS, select: accountNotices });
  const exceptions = useQuery({ ...openExceptionsQuery, select: exceptionNotices, enabled: can('view_payins') });
  const disputes = useQuery({ ...openDisputesQuery, select: disputeNotices, enabled: can('view_payins') });
  const deliveries = useQuery({
    ...deliveriesQuery,
    select: (pages) => deliveryNotices(pages, new Date()),
    enabled: can('manage_webhooks'),
  });
  const payouts = useQuery({
    ...waitingPayoutsQuery,
    select: (pages) => payoutNotices(pages, new Date()),
    enabled: can('view_payouts'),
  });
  const terms = useQuery({
    ...termsQuery,
    refetchInterval: CHECK_MS,
    select: termsNotices,
    enabled: can('create_payouts'),
  });

  const checks = [account, disputes, exceptions, deliveries, payouts, terms];
  return {
    notices: checks.flatMap(({ data }) => data ?? []),
    isPending: checks.some(({ isLoading }) => isLoading),
    error: checks.find(({ error }) => error)?.error ?? null,
    retry: () => checks.filter(({ error }) => error).forEach(({ refetch }) => void refetch()),
  };
}
