import { connect } from 'node:net';
import type { HttpResponse } from './http-client';

const DEADLINE_MS = 10_000;
const HEAD_END = '\r\n\r\n';

/** A request as it is sent: nothing is checked, corrected or added except its length. */
export interface RawRequest {
  method: string;
  /** The request target. */
  target: string;
  /** Headers in their order, one line each; text values are sent as Latin-1. */
  headers?: readonly (readonly [name: string, value: string])[];
  /** Sent with a `Content-Length`, unless the headers say how it ends. */
  body?: string | Buffer;
}

export interface RawResponse extends HttpResponse {
  /** The name of every header in lower case, repeated for repeated headers. */
  headerNames: readonly string[];
  /** Everything after the first response. */
  rest: string;
}

/** Sends one request on a new connection, and reads until the server closes it. */
export async function sendRaw(port: number, request: RawRequest): Promise<RawResponse> {
  return responseIn(await exchange(port, bytesOf(request)), request.method);
}

/** Sends exactly these bytes, and resolves with everything received until the server closed the connection. */
export function exchange(port: number, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(DEADLINE_MS, () => socket.destroy(new Error('the server neither responded nor closed')));
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A server that rejects a request before it has read everything resets the connection; what it sent before counts.
      if ((error.code === 'ECONNRESET' || error.code === 'EPIPE') && received.length > 0) return;
      reject(error);
    });
    socket.on('close', () => resolve(Buffer.concat(received)));
    socket.write(bytes);
  });
}

/** The first response in the bytes that a server sent. */
export function responseIn(bytes: Buffer, method: string): RawResponse {
  const whole = bytes.toString('latin1');
  const end = whole.indexOf(HEAD_END);
  if (end === -1) throw new Error(`not an HTTP response: ${JSON.stringify(whole.slice(0, 200))}`);
  const [statusLine = '', ...lines] = whole.slice(0, end).split('\r\n');
  const fields = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const headers = Object.fromEntries(fields);
  const status = Number(statusLine.split(' ')[1]);
  const from = end + HEAD_END.length;
  const length = bodyLength(headers, method, whole.slice(from));
  const text = bytes.subarray(from, from + length).toString('utf8');
  return {
    status,
    headers,
    headerNames: fields.map(([name]) => name),
    text: headers['transfer-encoding'] === 'chunked' ? text.replace(/^0\r\n\r\n$/, '') : text,
    body: parsed(text),
    rest: whole.slice(from + length),
  };
}

function bytesOf({ method, target, headers = [], body }: RawRequest): Buffer {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const content = typeof body === 'string' ? Buffer.from(body) : body;
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(names.has('host') ? [] : ['Host: 127.0.0.1']),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(content && !names.has('content-length') && !names.has('transfer-encoding')
      ? [`Content-Length: ${content.length}`]
      : []),
    'Connection: close',
  ];
  return Buffer.concat([Buffer.from(lines.join('\r\n') + HEAD_END, 'latin1'), content ?? Buffer.alloc(0)]);
}

function bodyLength(headers: Readonly<Record<string, string>>, method: string, left: string): number {
  if (method === 'HEAD') return 0;
  return headers['content-length'] === undefined ? left.length : Number(headers['content-length']);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
