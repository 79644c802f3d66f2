/** Far more rows than a list to choose from can show. */
const MAX_PAGES = 10;

/** A page of a list, as the API returns it. */
export interface PageOf<Row> {
  data: readonly Row[];
  meta: { next_cursor: string | null };
}

/** All rows of a list, read page by page, up to a maximum. */
export async function everyPage<Row>(read: (cursor: string | undefined) => Promise<PageOf<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { data, meta } = await read(cursor);
    rows.push(...data);
    if (meta.next_cursor === null) break;
    cursor = meta.next_cursor;
  }
  return rows;
}
