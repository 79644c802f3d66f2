import type { ErrorDetails, ServicePayErrorFields } from './errors';
import { parseExact } from './exact-json';

/** More than any response of the service; what comes after it is not read. */
const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;
/** The length of the excerpt that an error keeps of a response that is not the service's. */
const MAX_KEPT_CHARACTERS = 64 * 1024;

/** Whether `data` of a success is one object or a list. */
export type Shape = 'object' | 'list';

export interface HttpResponse {
  status: number;
  requestId: string | undefined;
  /** The `Retry-After` header, in whole seconds. */
  retryAfter: number | undefined;
  text: string;
}

type JsonObject = Record<string, unknown>;

/** Reads the whole response; rejects when the connection breaks while reading. */
export async function readResponse(response: Response): Promise<HttpResponse> {
  const after = response.headers.get('retry-after');
  return {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: after !== null && /^\d{1,9}$/.test(after) ? Number(after) : undefined,
    text: await readText(response),
  };
}

async function readText({ body }: Response): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    bytes += chunk.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) break;
  }
  return text + decoder.decode();
}

/** The `data` of a success of that shape, or undefined when the response is anything else. */
export function dataOf({ status, text }: HttpResponse, shape: Shape): unknown {
  if (status < 200 || status > 299) return undefined;
  const body = objectIn(text);
  if (body?.['success'] !== true) return undefined;
  const { data } = body;
  return (shape === 'list' ? Array.isArray(data) : isObject(data)) ? data : undefined;
}

/**
 * Parses a response without success. Its keys identify the envelope, since each of 401, 403 and 429 comes in both:
 * `message` the ordinary one, `error` that of the layers in front of it. A response without a code is in neither.
 */
export function failureOf({ status, requestId, retryAfter, text }: HttpResponse): ServicePayErrorFields {
  const body = objectIn(text);
  const code = body?.['code'];
  const key = body && ['message', 'error'].find((name) => Object.hasOwn(body, name));
  if (body === undefined || typeof code !== 'string' || key === undefined) {
    return foreign({ status, requestId, retryAfter, text });
  }
  const prose = body[key];
  return {
    code,
    status,
    message: typeof prose === 'string' && prose !== '' ? prose : `The service returned ${status} ${code}.`,
    errors: detailsOf(body['errors'], code),
    meta: isObject(body['meta']) ? body['meta'] : undefined,
    retryAfter: secondsOf(body['retry_after']) ?? retryAfter,
    requestId,
    envelope: key === 'message' ? 'ordinary' : 'layer',
    body,
  };
}

function foreign({ status, requestId, retryAfter, text }: HttpResponse): ServicePayErrorFields {
  return {
    status,
    message: `The response, with status ${status}, is not one of the service.`,
    retryAfter,
    requestId,
    envelope: 'foreign',
    body: text.slice(0, MAX_KEPT_CHARACTERS),
  };
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const body = parseExact(text);
    return isObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function secondsOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? Math.ceil(value) : undefined;
}

/** Keeps values that have one of the documented shapes; the rest is in the body. */
function detailsOf(errors: unknown, code: string): ErrorDetails | undefined {
  if (!isObject(errors)) return undefined;
  const details = Object.entries(errors).flatMap(([field, value]) => {
    const detail = detailOf(value);
    if (detail === undefined) return [];
    return [[field, code === 'VALIDATION_FAILED' ? [detail].flat().map(String) : detail] as const];
  });
  return Object.fromEntries(details);
}

function detailOf(value: unknown): string[] | string | number | undefined {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string');
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
