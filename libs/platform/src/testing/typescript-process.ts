import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../../..');

/** Lets `require` load the project's sources directly, compiled with the project's own settings. */
const COMPILER = `
const { transformFileSync } = require('@swc/core');
const options = require('./tools/compiler').swcOptions({ testing: true });
require.extensions['.ts'] = (module, file) => module._compile(transformFileSync(file, options).code, file);
`;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A separate process for code that ends its own process, or uses its signals and outputs. */
export class TypeScriptProcess {
  /** Everything that it has written to stdout and stderr so far. */
  output = '';
  readonly exit: Promise<Exit>;
  private readonly watchers = new Set<() => void>();

  private constructor(readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString('utf8');
        for (const look of this.watchers) look();
      });
    }
    // `close` would report both at once, but is never emitted once the channel has been disconnected from this side.
    const output = [child.stdout, child.stderr].flatMap((stream) => (stream ? [once(stream, 'close')] : []));
    this.exit = Promise.all([once(child, 'exit'), ...output]).then(([[code, signal]]) => ({ code, signal }) as Exit);
  }

  /**
   * Runs JavaScript that may `require` TypeScript files by their path from the project's root. With `ipc` this process
   * acts as the launcher: it has a channel over which the two can exchange messages.
   */
  static run(script: string, { ipc = false }: { ipc?: boolean } = {}): TypeScriptProcess {
    const stdio = ipc ? (['ignore', 'pipe', 'pipe', 'ipc'] as const) : (['ignore', 'pipe', 'pipe'] as const);
    return new TypeScriptProcess(spawn(process.execPath, ['-e', COMPILER + script], { cwd: ROOT, stdio: [...stdio] }));
  }

  /** Resolves once the text has been written; rejects when the process ends without it. */
  async wrote(text: string): Promise<void> {
    const seen = new Promise<void>((done) => {
      const look = () => this.output.includes(text) && done();
      this.watchers.add(look);
      look();
    });
    const ended = this.exit.then(() => {
      if (!this.output.includes(text)) throw new Error(`ended without writing ${text}; it wrote:\n${this.output}`);
    });
    await Promise.race([seen, ended]);
  }

  /** Its output as one JSON object per line. */
  json(): Record<string, unknown>[] {
    return this.output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** Ends it, if it has not ended yet. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exit;
  }
}
