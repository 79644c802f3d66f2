import { SandboxProvider } from './sandbox.provider';

describe('the sandbox as a provider', () => {
  it.each([true, false])('keeps accounts of USD wallets only where money is not real: %s', (receives) => {
    const { capabilities } = new SandboxProvider([], [], [], receives);
    expect(capabilities.some(({ kind }) => kind === 'receive')).toBe(receives);
  });
});
