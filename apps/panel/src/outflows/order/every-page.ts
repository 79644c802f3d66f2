/** Far more than a person chooses from. */
const MOST_PAGES = 10;

/** A page of a list, as the API gives it. */
export interface PageOf<Row> {
  data: readonly Row[];
  meta: { next_cursor: string | null };
}

/** All rows of a list whose pages are read one after another, up to a bound. */
export async function everyPage<Row>(read: (cursor: string | undefined) => Promise<PageOf<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { data, meta } = await read(cursor);
    rows.push(...data);
    if (meta.next_cursor === null) break;
    cursor = meta.next_cursor;
  }
  return rows;
}
