import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TypeScriptProcess } from '../testing';
import { loadConfig } from './config';
import { generatedSecrets } from './generated-secrets';

/** Generates secrets on request, and responds with them. */
const MAKER = `
const { generatedSecrets } = require('./libs/platform/src/config/generated-secrets');
process.once('message', (folder) => {
  console.log(JSON.stringify(generatedSecrets(folder)));
  process.disconnect();
});
process.send('ready');
`;

describe('generated secrets', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'servicepay-secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = () => join(folder, 'secrets.json');
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it('are a valid configuration', () => {
    const { secretsKey, apiKeyPepper, platformWebhookSecret } = loadConfig({ DATA_DIR: folder }, generatedSecrets);
    expect([secretsKey.length, apiKeyPepper.length, platformWebhookSecret.length]).toEqual([32, 32, 64]);
  });

  it('are the same after every start', () => {
    expect(generatedSecrets(folder)).toEqual(generatedSecrets(folder));
  });

  it('differ from one installation to the next, and from one another', () => {
    const values = [folder, join(folder, 'another')].flatMap((at) => Object.values(generatedSecrets(at)));
    expect(new Set(values).size).toBe(6);
  });

  it('can be read by their user only', () => {
    generatedSecrets(folder);
    expect(modeOf(file())).toBe('600');
  });

  it('are kept in a folder that is created if it is missing', () => {
    const below = join(folder, 'not', 'there', 'yet');
    generatedSecrets(below);
    expect(readdirSync(below)).toEqual(['secrets.json']);
  });

  it('do not use the incomplete file of a process that crashed', () => {
    writeFileSync(`${file()}.${process.pid}`, '{"SECRETS_KEY":"half', { mode: 0o644 });
    const secrets = generatedSecrets(folder);
    expect([JSON.parse(readFileSync(file(), 'utf8')), modeOf(file())]).toEqual([secrets, '600']);
  });

  it('are the same for processes that start at the same time', async () => {
    const makers = Array.from({ length: 4 }, () => TypeScriptProcess.run(MAKER, { ipc: true }));
    await Promise.all(makers.map(({ child }) => new Promise((resolve) => child.once('message', resolve))));
    for (const { child } of makers) child.send(folder);
    await Promise.all(makers.map(({ exit }) => exit));
    const [first, ...others] = makers.map((maker) => maker.json()[0]);
    expect(first).toEqual(JSON.parse(readFileSync(file(), 'utf8')));
    expect(others).toEqual([first, first, first]);
    expect(readdirSync(folder)).toEqual(['secrets.json']);
  });
});
