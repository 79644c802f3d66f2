import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, runToEnd } from '../support/processes';
import { scratchFolder } from '../support/test-database';

describe('npm run ops, as a process', () => {
  const ops = (dataDir: string, ...argv: string[]) => runToEnd('tools/run.js', ['ops', ...argv], { DATA_DIR: dataDir });

  beforeAll(() => ensureBuilt(), 60_000);

  it('works on the embedded server while no service runs, and stops it afterwards', async () => {
    const dataDir = scratchFolder();
    await runToEnd('tools/run.js', ['migrate'], { DATA_DIR: dataDir });

    const { code, stdout, stderr } = await ops(dataDir, 'books:verify', '--json');

    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^\{.*\}\n$/);
    expect(JSON.parse(stdout)).toMatchObject({ balanced: true, checked: { wallets: 0 } });
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  }, 60_000);

  it('exits with 1, one JSON object on stdout and nothing else when it rejects with --json', async () => {
    const { code, stdout, stderr } = await ops(scratchFolder(), 'fees:show', '--json');

    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^\{.*\}\n$/);
    expect(JSON.parse(stdout)).toEqual({ error: { code: 'VALIDATION_FAILED', message: expect.any(String) } });
  });

  it('prints the list of commands on stderr, and starts no database for it', async () => {
    const dataDir = scratchFolder();
    const { code, stdout, stderr } = await ops(dataDir);

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Usage: npm run ops -- <command> \[--flags\] \[--json\]\n\n {2}account:create /);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('names the variable of an invalid configuration', async () => {
    const env = { DATA_DIR: scratchFolder(), DATABASE_URL: 'mysql://localhost/x' };
    const { code, stdout } = await runToEnd('tools/run.js', ['ops', 'rates:list', '--json'], env);

    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'INVALID_CONFIGURATION', message: expect.stringContaining('DATABASE_URL') },
    });
  });

  it('creates nothing in a folder that has no database', async () => {
    const dataDir = scratchFolder();
    const { code, stderr } = await ops(dataDir, 'account:list');

    expect(code).toBe(1);
    expect(stderr).toMatch(/^INVALID_CONFIGURATION: DATA_DIR has no database: .*\n$/);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('needs DATABASE_URL when it runs without the tools, as in the container', async () => {
    const env = { DATA_DIR: scratchFolder() };
    const { code, stderr } = await runToEnd('dist/apps/ops/src/main.js', ['rates:list'], env);

    expect(code).toBe(1);
    expect(stderr).toMatch(/^INVALID_CONFIGURATION: DATABASE_URL is required; .*\n$/);
  });
});
