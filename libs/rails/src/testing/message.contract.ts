import type { ProviderMessage } from '../application/provider';
import type { Fact } from '../domain/fact';

export interface MessageSubject {
  /** The name under which records store the provider. */
  provider: string;
  /** Reads a message as the provider does. */
  read(message: ProviderMessage): readonly Fact[];
  /** A signed message of the provider about the subject with this reference, sent at that time. */
  messageAbout(reference: string, now: Date): ProviderMessage;
  /** Whether a message is rejected when it is old. */
  expires: boolean;
}

const NOW = new Date('2030-01-01T12:00:00.000Z');
const INVALID_SIGNATURE: unknown = expect.objectContaining({ code: 'INVALID_SIGNATURE' });

/** How every provider reads its messages. */
export function messageContract(subject: () => MessageSubject): void {
  it('has a name that can be part of a URL', () => {
    expect(subject().provider).toMatch(/^[a-z][a-z0-9_]*$/);
  });

  it('reads a fact that the provider has signed, under its own name', () => {
    const { provider, read, messageAbout } = subject();
    const [fact] = read(messageAbout('ref_1', NOW));
    expect(fact).toMatchObject({ provider, reference: 'ref_1', id: expect.any(String) });
  });

  it('gives a fact the same id, however often it is reported', () => {
    const { read, messageAbout } = subject();
    const [one, other] = [read(messageAbout('ref_1', NOW)), read(messageAbout('ref_1', NOW))];
    expect(one.map(({ id }) => id)).toEqual(other.map(({ id }) => id));
  });

  it('rejects a message that was changed (rule 6.2)', () => {
    const { read, messageAbout } = subject();
    const message = messageAbout('ref_1', NOW);
    const body = Buffer.from(message.body.toString('utf8').replace('ref_1', 'ref_2'));
    expect(() => read({ ...message, body })).toThrow(INVALID_SIGNATURE as Error);
  });

  it('rejects a message without a signature', () => {
    const { read, messageAbout } = subject();
    expect(() => read({ ...messageAbout('ref_1', NOW), headers: {} })).toThrow(INVALID_SIGNATURE as Error);
  });

  it('takes a message a day later only if its signature has no time', () => {
    const { expires, read, messageAbout } = subject();
    const late = { ...messageAbout('ref_1', NOW), now: new Date(NOW.getTime() + 86_400_000) };
    if (expires) expect(() => read(late)).toThrow(INVALID_SIGNATURE as Error);
    else expect(read(late)).toHaveLength(1);
  });
}
