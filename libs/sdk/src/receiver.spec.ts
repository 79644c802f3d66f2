import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { VECTORS, VECTORS_FILE } from './testing/vectors';

const RECEIVER = join(__dirname, '../../../docs/webhook-verification/node.mjs');
const SECRET = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/**
 * Prints the result of the receiver's `verify` for every vector, next to another secret and alone with an empty one.
 */
const DRIVER = `
  import { readFileSync } from 'node:fs';
  import { verify } from ${JSON.stringify(pathToFileURL(RECEIVER).href)};
  const vectors = JSON.parse(readFileSync(${JSON.stringify(VECTORS_FILE)}, 'utf8'));
  const judge = ({ body_base64, timestamp, signature, now }, secrets) =>
    verify(Buffer.from(body_base64, 'base64'), timestamp, signature, secrets, now);
  console.log(JSON.stringify(vectors.map((one) => [one.name, judge(one, ['other', one.secret]), judge(one, [''])])));
`;

describe('The receiver for Node.js that the documentation shows', () => {
  it('judges every published vector correctly', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', DRIVER], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });

    expect(JSON.parse(await text(child.stdout))).toEqual(VECTORS.map(({ name, valid }) => [name, valid, false]));
  });

  describe('as a server', () => {
    let child: ChildProcess;
    let url: string;
    let output: Interface;

    beforeAll(async () => {
      child = spawn(process.execPath, [RECEIVER], {
        env: { ...process.env, PORT: '0', WEBHOOK_SECRET: `new,${SECRET}` },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      output = createInterface(child.stdout!);
      const [line] = (await once(output, 'line')) as [string];
      url = `http://127.0.0.1:${/^listening on port (\d+)$/.exec(line)?.[1]}/hook`;
    });
    afterAll(async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    });

    function deliver(body: string, signed = body): Promise<Response> {
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const signature = `sha256=${createHmac('sha256', SECRET).update(`${timestamp}.${signed}`).digest('hex')}`;
      const headers = { 'X-Webhook-Timestamp': timestamp, 'X-Webhook-Signature': signature };
      return fetch(url, { method: 'POST', headers, body });
    }

    it('accepts a delivery, and acknowledges it', async () => {
      const printed = once(output, 'line');
      const { status } = await deliver('{"id":"e1","event":"payment.completed","data":{"description":"Año ✓"}}');

      expect([status, await printed]).toEqual([204, ['payment.completed e1']]);
    });

    it.each([
      ['another body', () => deliver('{"a":1}', '{"a":2}'), 400],
      ['no headers', () => fetch(url, { method: 'POST', body: '{}' }), 400],
      ['another method', () => fetch(url), 405],
      ['a body without end', () => deliver('x'.repeat(1_100_000)), 413],
    ])('rejects %s', async (_, send, expected) => {
      expect((await send()).status).toBe(expected);
    });
  });
});
