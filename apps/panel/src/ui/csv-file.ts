import { ApiError } from '../api/api-error';

export interface CsvFile {
  content: Blob;
  /** The name that the API suggests. */
  name: string | undefined;
}

export type CsvQuery = Readonly<Record<string, string | undefined>>;

/**
 * Reads a list of the panel API as a file and tells after each piece how many bytes have come. Throws `ApiError`, also
 * when the connection breaks before the end: the API has no other way to say that it could not read every row.
 */
export async function readCsv(
  path: string,
  query: CsvQuery,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<CsvFile> {
  try {
    const response = await fetch(csvAddress(path, query), {
      credentials: 'same-origin',
      headers: { Accept: 'text/csv' },
      signal,
    });
    if (!response.ok) throw await ApiError.from(response);
    return { content: await contentOf(response, onProgress), name: fileNameOf(response) };
  } catch (error) {
    throw error instanceof ApiError || signal.aborted ? error : ApiError.unreachable(error);
  }
}

/** The address with the filters that are set. The page of the list is not among them: a file holds all pages. */
export function csvAddress(path: string, query: CsvQuery): string {
  const set = Object.entries(query).filter(
    (entry): entry is [string, string] => !['cursor', 'per_page'].includes(entry[0]) && Boolean(entry[1]),
  );
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set).toString()}`;
}

async function contentOf(response: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    pieces.push(piece.value);
    bytes += piece.value.byteLength;
    onProgress(bytes);
  }
  return new Blob(pieces, { type: 'text/csv;charset=utf-8' });
}

function fileNameOf(response: Response): string | undefined {
  return /filename="([^"/\\]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
}

const KILO = 1000;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size of a file as people read it, such as `1.2 MB`. */
export function formatBytes(bytes: number, locale: string): string {
  const power = bytes < KILO ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[power],
    maximumFractionDigits: power > 1 ? 1 : 0,
  }).format(bytes / KILO ** power);
}
