import { runToEnd } from './processes';
import { TEST_SECRETS } from './service';

export interface StaffAnswer {
  code: number | null;
  stderr: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  json: any;
}

/** The staff's tool, as a process of its own on that database. */
export class StaffTool {
  constructor(private readonly databaseUrl: string) {}

  /** Runs a command with `--json`; whatever it prints must be one line, one JSON object, and nothing else. */
  async run(...args: string[]): Promise<StaffAnswer> {
    const env = { ...TEST_SECRETS, DATABASE_URL: this.databaseUrl };
    const { code, stdout, stderr } = await runToEnd('dist/apps/ops/src/main.js', [...args, '--json'], env);
    expect(stdout).toMatch(/^\{.*\}\n$/);
    return { code, stderr, json: JSON.parse(stdout) };
  }

  /** Expects the command to refuse with that code, saying nothing on the side; answers the message. */
  async expectRefused(code: string, ...args: string[]): Promise<string> {
    const answer = await this.run(...args);
    expect(answer.json).toEqual({ error: { code, message: expect.any(String) } });
    expect([answer.code, answer.stderr]).toEqual([1, '']);
    return answer.json.error.message as string;
  }
}
