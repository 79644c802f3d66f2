import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadingLines } from './page';
import { Problem } from './problem';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** The height of the placeholder. */
  lines?: number;
  children: (data: Data) => ReactNode;
}

/** The content of a page that shows what a query reads; an error of a later read is shown above it. */
export function Loaded<Data>({ query: { data, error, refetch }, lines, children }: LoadedProps<Data>) {
  return (
    <>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined ? !error && <LoadingLines lines={lines} /> : children(data)}
    </>
  );
}
