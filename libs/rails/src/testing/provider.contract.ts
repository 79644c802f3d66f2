import type { NotificationSource, ProviderMessage } from '../application/ports';

export interface ProviderSubject {
  source: NotificationSource;
  /** A message of the provider about the subject with this reference, sent at that time. */
  messageAbout(reference: string, now: Date): ProviderMessage;
}

const NOW = new Date('2030-01-01T12:00:00.000Z');
const INVALID_SIGNATURE: unknown = expect.objectContaining({ code: 'INVALID_SIGNATURE' });

/** What every adapter of the port must do. */
export function providerContract(subject: () => ProviderSubject): void {
  it('has a name that can be part of a URL', () => {
    expect(subject().source.provider).toMatch(/^[a-z][a-z0-9_]*$/);
  });

  it('reads a fact that the provider has signed, under its own name', () => {
    const { source, messageAbout } = subject();
    const read = source.readNotification(messageAbout('ref_1', NOW));
    expect(read).toMatchObject({ provider: source.provider, reference: 'ref_1', id: expect.any(String) });
  });

  it('refuses a fact that was changed', () => {
    const { source, messageAbout } = subject();
    const message = messageAbout('ref_1', NOW);
    const body = Buffer.from(message.body.toString('utf8').replace('ref_1', 'ref_2'));
    expect(() => source.readNotification({ ...message, body })).toThrow(INVALID_SIGNATURE as Error);
  });

  it('refuses a fact without a signature', () => {
    const { source, messageAbout } = subject();
    const message = { ...messageAbout('ref_1', NOW), headers: {} };
    expect(() => source.readNotification(message)).toThrow(INVALID_SIGNATURE as Error);
  });

  it('refuses a fact a day later', () => {
    const { source, messageAbout } = subject();
    const now = new Date(NOW.getTime() + 86_400_000);
    const message = { ...messageAbout('ref_1', NOW), now };
    expect(() => source.readNotification(message)).toThrow(INVALID_SIGNATURE as Error);
  });
}
