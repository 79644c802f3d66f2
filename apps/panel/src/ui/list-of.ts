import { bodyOf, dataOf } from '../api/client';
import type { PageOf } from './list';

type Answer = Parameters<typeof bodyOf>[0];

/**
 * A page of a list. The client's types turn the generated read-only arrays into objects, so the query function states
 * the type of its rows: `(context): Promise<PageOf<Payment>> => pageOf(api.GET(…))`.
 */
export async function pageOf(result: Answer): Promise<PageOf<never>> {
  return (await bodyOf(result)) as PageOf<never>;
}

/** The same for a list without pages, which is the `data` of the answer. */
export async function rowsOf(
  result: Promise<{ data?: { data: unknown }; response: Response }>,
): Promise<readonly never[]> {
  return (await dataOf(result)) as readonly never[];
}
