import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureBuilt, ROOT } from '../support/processes';

const run = promisify(execFile);

/** A built checkout of another commit of the project, in a folder of its own. */
export class EarlierVersion {
  private constructor(readonly root: string) {}

  /** `ref` is what git understands. Packages are installed only if the commit has others than the project. */
  static async of(ref: string): Promise<EarlierVersion> {
    const root = join(realpathSync(mkdtempSync(join(tmpdir(), 'servicepay-version-'))), 'checkout');
    await run('git', ['worktree', 'add', '--detach', root, ref], { cwd: ROOT });
    const version = new EarlierVersion(root);
    const [theirs, ours] = [root, ROOT].map((folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    if (theirs === ours) symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root });
    await ensureBuilt(root);
    return version;
  }

  /** Whether its processes compare their level with that of the schema, and serve for a while after the signal to stop. */
  get knowsSchemaLevels(): boolean {
    return existsSync(join(this.root, 'migrations/0051-schema-versions.ts'));
  }

  async remove(): Promise<void> {
    await run('git', ['worktree', 'remove', '--force', this.root], { cwd: ROOT });
    rmSync(join(this.root, '..'), { recursive: true, force: true });
  }
}
