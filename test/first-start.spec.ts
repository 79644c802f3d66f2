import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');

describe('a first start', () => {
  let checkout: string;
  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'servicepay-checkout-'));
    for (const folder of ['apps', 'libs']) mkdirSync(join(checkout, folder));
    writeFileSync(join(checkout, 'apps', 'main.ts'), '');
    cpSync(join(ROOT, 'tsconfig.json'), join(checkout, 'tsconfig.json'));
    for (const tool of ['run', 'build', 'build-panel', 'compiler', 'check-configuration']) {
      cpSync(join(ROOT, 'tools', `${tool}.js`), join(checkout, 'tools', `${tool}.js`));
    }
  });
  afterEach(() => rmSync(checkout, { recursive: true }));

  it('without compilers, as after npm ci in production, names the command before anything else is read', () => {
    const env = { ...process.env, NODE_ENV: 'production', PORT: 'not a port' };
    const { status, stderr } = spawnSync(process.execPath, ['tools/run.js', 'start'], { cwd: checkout, env });
    expect([status, stderr.toString()]).toEqual([
      1,
      'dist/ is out of date and the compilers are not installed: run npm ci --include=dev first\n',
    ]);
  });
});
