import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readBodyText } from './body-text';

const TEXT = '{"description":"Café ñandú 支払い 🙂"}';
const LIMIT = 200;

function read(body: Buffer, headers: Record<string, string> = {}): Promise<string> {
  const length = { 'content-length': String(body.length) };
  const request = Object.assign(Readable.from([body]), { headers: { ...length, ...headers } });
  return readBodyText(request as unknown as Request, {} as Response, LIMIT);
}

describe('the text of a body', () => {
  it.each(['utf-8', 'utf8', '"UTF8"', 'UTF-8; x=1', 'ISO-8859-1', 'us-ascii', 'windows-1252', 'utf-16', 'utf-99', ''])(
    'is read as UTF-8 under charset=%s',
    async (charset) => {
      expect(await read(Buffer.from(TEXT), { 'content-type': `application/json; charset=${charset}` })).toBe(TEXT);
    },
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded', ';;;', '*/*', 'image/png'])(
    'is read as UTF-8 with the content type %s',
    async (type) => {
      expect(await read(Buffer.from(TEXT), { 'content-type': type })).toBe(TEXT);
    },
  );

  it.each(['identity', 'UTF-8', 'utf8', '', 'Identity', 'identity, utf-8'])(
    'is read where Content-Encoding %j names no coding',
    async (coding) => {
      expect(await read(Buffer.from(TEXT), { 'content-encoding': coding })).toBe(TEXT);
    },
  );

  it('begins behind a byte-order mark', async () => {
    expect(await read(Buffer.from(`\uFEFF${TEXT}`))).toBe(TEXT);
  });

  it('is empty without a body', async () => {
    expect(await read(Buffer.alloc(0), { 'content-encoding': 'gzip' })).toBe('');
  });

  it.each([
    ['Latin-1', Buffer.from('{"description":"Café"}', 'latin1')],
    ['UTF-16', Buffer.from('{"amount":15000}', 'utf16le')],
    ['UTF-16 with its mark', Buffer.from('\uFEFF{"amount":15000}', 'utf16le')],
    ['UTF-32', Buffer.from([0x7b, 0, 0, 0, 0x7d, 0, 0, 0])],
    ['a cut character', Buffer.from([0x22, 0xf0, 0x9f, 0x98])],
  ])('is rejected in %s, naming Content-Type and UTF-8', async (_what, body) => {
    await expect(read(body, { 'content-type': 'application/json; charset=utf-8' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringMatching(/UTF-8.*Content-Type/) as string,
    });
  });

  it.each([
    ['gzip', gzipSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['gzip', Buffer.from(TEXT)],
    ['utf-8, gzip', gzipSync(TEXT)],
    ['zip', Buffer.from(TEXT)],
    ['__proto__', Buffer.from(TEXT)],
  ])('is rejected under Content-Encoding %s, naming the header', async (coding, body) => {
    await expect(read(body, { 'content-encoding': coding })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('Content-Encoding') as string,
    });
  });

  it('is rejected beyond the limit', async () => {
    await expect(read(Buffer.alloc(LIMIT + 1, ' '))).rejects.toMatchObject({ status: 413 });
  });
});
