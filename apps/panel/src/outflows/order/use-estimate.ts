import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
import { estimateQuery } from '../queries';
import { estimateBodyOf, type Order, type OrderType } from './order';

const TYPING_PAUSE_MS = 350;

/** An estimate beside a form. */
export interface Estimate {
  /** The latest figures, which may belong to earlier values. */
  estimate: Schemas['OutflowEstimate'] | undefined;
  error: unknown;
  /** Whether the figures or the error belong to the current values of the form. */
  isCurrent: boolean;
  /** Whether the form has all values that an estimate needs. */
  isWanted: boolean;
  retry: () => void;
}

/** The estimate for the current values of the form, read after a pause in the typing. */
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
