import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as sdk from './index';
import { VERSION } from './version';
import * as webhooks from './webhooks';

const manifest = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as Record<string, unknown>;

const SOURCES = readdirSync(__dirname).filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'));

describe('The package', () => {
  it('exports its own version', () => {
    expect(manifest['version']).toBe(VERSION);
  });

  it('exports what it promises, and the webhooks also separately', () => {
    const verification = ['WebhookVerificationError', 'verifyWebhook', 'verifyWebhookSignature'];
    const client = [
      'KNOWN_CODES',
      'ServicePay',
      'ServicePayConnectionError',
      'ServicePayError',
      'isCode',
      'isKnownCode',
    ];

    const namesOf = (module: object): string[] => Object.keys(module).filter((name) => name !== 'default');
    expect(namesOf(sdk).sort()).toEqual([...client, ...verification].sort());
    expect(namesOf(webhooks).sort()).toEqual([...verification].sort());
  });

  it('depends on no other package', () => {
    const kinds = ['dependencies', 'peerDependencies', 'optionalDependencies', 'bundleDependencies'];
    expect(kinds.filter((kind) => kind in manifest)).toEqual([]);
  });

  it.each(SOURCES)('can be published alone: %s imports only its neighbours and Node.js', (file) => {
    const source = readFileSync(join(__dirname, file), 'utf8');
    const imported = [...source.matchAll(/\bfrom '([^']+)'|\b(?:import|require)\(?\s*'([^']+)'/g)].map(
      (match) => match[1] ?? match[2],
    );
    expect(imported.filter((name) => !/^(\.\/[a-z-]+|node:[a-z/]+)$/.test(name!))).toEqual([]);
  });
});
