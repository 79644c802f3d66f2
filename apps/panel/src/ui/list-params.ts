import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The filters and the page of a list, kept in the address, so that a link or the back button shows the same list again.
 * Changing a filter starts from the first page.
 */
export function useListParams<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();
  const key = names.join(',');

  const filters = useMemo(
    () =>
      Object.fromEntries(
        key.split(',').flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])),
      ) as Partial<Record<Name, string>>,
    [search, key],
  );
  const setFilter = useCallback(
    (name: Name, value: string | null) => {
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          after.delete('cursor');
          if (value) after.set(name, value);
          else after.delete(name);
          return after;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setSearch],
  );

  const clearFilters = useCallback(() => setSearch({}, { replace: true, preventScrollReset: true }), [setSearch]);

  const cursor = search.get('cursor') ?? undefined;
  return { filters, setFilter, clearFilters, cursor, isFiltered: Object.keys(filters).length > 0 };
}
