import { ApiError } from '../api/api-error';

export interface ListFile {
  content: Blob;
  /** The name that the API suggests. */
  name: string | undefined;
}

/** The formats of lists as files, with their media types. */
export const FORMATS = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;

export type Format = keyof typeof FORMATS;

export type ListQuery = Readonly<Record<string, string | undefined>>;

interface ListFileOptions {
  format: Format;
  /** The language of the headings in a workbook. */
  language: string;
  signal: AbortSignal;
  onProgress: (bytes: number) => void;
}

/**
 * Reads a list of the panel API as a file and reports the received bytes after each piece. Throws `ApiError`, also when
 * the connection breaks before the end: that is how the API reports that it could not read every row.
 */
export async function readListFile(
  path: string,
  query: ListQuery,
  { format, language, signal, onProgress }: ListFileOptions,
): Promise<ListFile> {
  try {
    const response = await fetch(listAddress(path, query), {
      credentials: 'same-origin',
      headers: { Accept: FORMATS[format], 'Accept-Language': language },
      signal,
    });
    if (!response.ok) throw await ApiError.from(response);
    return { content: await contentOf(response, FORMATS[format], onProgress), name: fileNameOf(response) };
  } catch (error) {
    throw error instanceof ApiError || signal.aborted ? error : ApiError.unreachable(error);
  }
}

/** The address with the filters that are set. It has no cursor, because a file has all pages. */
export function listAddress(path: string, query: ListQuery): string {
  const set = Object.entries(query).filter(
    (entry): entry is [string, string] => !['cursor', 'per_page'].includes(entry[0]) && Boolean(entry[1]),
  );
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set).toString()}`;
}

async function contentOf(response: Response, type: string, onProgress: (bytes: number) => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    pieces.push(piece.value);
    bytes += piece.value.byteLength;
    onProgress(bytes);
  }
  return new Blob(pieces, { type });
}

function fileNameOf(response: Response): string | undefined {
  return /filename="([^"/\\]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
}

const KILO = 1000;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** The size of a file, such as `1.2 MB`. */
export function formatBytes(bytes: number, locale: string): string {
  const power = bytes < KILO ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[power],
    maximumFractionDigits: power > 1 ? 1 : 0,
  }).format(bytes / KILO ** power);
}
