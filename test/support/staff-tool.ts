import { openOpsContext, type OpsContext } from '../../apps/ops/src/context';
import { runCommand, type Outcome } from '../../apps/ops/src/run-command';
import { testConfig, TestService } from './service';
import { createScratchDatabase } from './test-database';

export interface StaffResult {
  exitCode: number;
  stderr: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  json: any;
}

/** The staff's tool in this process: its commands run in one application context on that database. */
export class StaffTool {
  private constructor(private readonly context: OpsContext) {}

  static async open(databaseUrl: string, env: Record<string, string> = {}): Promise<StaffTool> {
    return new StaffTool(await openOpsContext(await testConfig(env), databaseUrl));
  }

  /** Runs a command without `--json`. */
  print(...argv: string[]): Promise<Outcome> {
    return runCommand((work) => work(this.context.app), argv);
  }

  /** Runs a command with `--json`. Its stdout must be one JSON object on one line, and nothing else. */
  async run(...argv: string[]): Promise<StaffResult> {
    const { exitCode, stdout, stderr } = await this.print(...argv, '--json');
    expect(stdout).toMatch(/^\{.*\}\n$/);
    return { exitCode, stderr, json: JSON.parse(stdout) };
  }

  /** Expects the command to fail with that code and to print nothing on stderr. Returns the message. */
  async expectError(code: string, ...argv: string[]): Promise<string> {
    const { exitCode, stderr, json } = await this.run(...argv);
    expect(json).toEqual({ error: { code, message: expect.any(String) } });
    expect([exitCode, stderr]).toEqual([1, '']);
    return json.error.message as string;
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

/** The staff's tool, and a service, on one database that the sections of a file share: staff see every account. */
export interface StaffSystem {
  readonly service: TestService;
  readonly staff: StaffTool;
  readonly databaseUrl: string;
}

let shared: (StaffSystem & { close(): Promise<void> }) | undefined;

export async function staffSystem(): Promise<StaffSystem> {
  if (!shared) {
    const database = await createScratchDatabase();
    const service = await TestService.start({ env: { DATABASE_URL: database.url } });
    const staff = await StaffTool.open(database.url);
    const close = async () => {
      await staff.close();
      await service.stop();
      await database.drop();
    };
    shared = { service, staff, databaseUrl: database.url, close };
  }
  return shared;
}

afterAll(() => shared?.close());
