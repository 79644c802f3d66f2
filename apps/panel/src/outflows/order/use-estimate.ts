import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
import { estimateQuery } from '../queries';
import { estimateBodyOf, type Order, type OrderType } from './order';

const TYPING_PAUSE_MS = 350;

/** An estimate beside a form. */
export interface Estimate {
  /** The last figures, perhaps of the values before. */
  estimate: Schemas['OutflowEstimate'] | undefined;
  error: unknown;
  /** Whether the figures or the error are those of the form as it stands now. */
  isCurrent: boolean;
  /** Whether the form has what an estimate needs. */
  isWanted: boolean;
  retry: () => void;
}

/** The figures of the order while it is being filled in, after a pause in the typing. */
export function useEstimate(type: OrderType, order: Order | undefined): Estimate {
  const wanted = order ? JSON.stringify(estimateBodyOf(type, order)) : '';
  const [asked] = useDebouncedValue(wanted, TYPING_PAUSE_MS);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...estimateQuery((asked === '' ? {} : JSON.parse(asked)) as Schemas['NewOutflow']),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  const isWanted = wanted !== '';
  const isCurrent = isWanted && asked === wanted && !isPlaceholderData && !isPending;
  return { estimate: data, error: isCurrent ? error : null, isCurrent, isWanted, retry: () => void refetch() };
}
