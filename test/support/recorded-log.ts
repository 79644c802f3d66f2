import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { TestService } from './service';
import { scratchFolder } from './test-database';

const CONSOLE = ['debug', 'info', 'log', 'warn', 'error'] as const;

/**
 * Runs a separate service for `act`, and returns everything that it logs, and what bypasses the log in the meantime.
 */
export async function logOf(level: string, act: (service: TestService) => Promise<unknown>): Promise<string> {
  const file = join(scratchFolder(), 'log');
  const open = pino.destination;
  const spies = [
    ...CONSOLE.map((method) => jest.spyOn(console, method)),
    ...[process.stdout, process.stderr].map((stream) => jest.spyOn(stream, 'write')),
  ];
  const redirected = jest.spyOn(pino, 'destination').mockImplementation(() => open({ dest: file, sync: true }));
  try {
    const service = await TestService.start({ env: { LOG_LEVEL: level } });
    await act(service).finally(() => service.stop());
    return [readFileSync(file, 'utf8'), ...spies.flatMap(({ mock }) => mock.calls.flat().map(String))].join('\n');
  } finally {
    [...spies, redirected].forEach((spy) => spy.mockRestore());
  }
}
