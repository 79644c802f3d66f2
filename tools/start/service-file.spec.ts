import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishedPorts, publishPorts, withdrawPorts } from './service-file';

const PORTS = { port: 3200, opsPort: 9290, workerOpsPort: 9291 };

describe('the ports that npm start publishes in its data folder', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'servicepay-ports-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const publishAs = (pid: number | undefined) =>
    writeFileSync(join(dataDir, 'service.json'), JSON.stringify({ pid, ...PORTS }));

  it('are found while its process runs', () => {
    publishPorts(dataDir, PORTS);

    expect(publishedPorts(dataDir)).toMatchObject(PORTS);
  });

  it('are gone after it stopped', () => {
    publishPorts(dataDir, PORTS);
    withdrawPorts(dataDir);

    expect(publishedPorts(dataDir)).toBeUndefined();
  });

  it('are ignored when its process was killed', () => {
    publishAs(spawnSync(process.execPath, ['-e', '']).pid);

    expect(publishedPorts(dataDir)).toBeUndefined();
  });

  it('are not withdrawn by another process', () => {
    publishAs(process.ppid);
    withdrawPorts(dataDir);

    expect(publishedPorts(dataDir)).toMatchObject(PORTS);
  });
});
