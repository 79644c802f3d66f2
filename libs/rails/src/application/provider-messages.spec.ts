import { aFact, aProvider, registryOf } from '../testing';
import type { Fact, Subject } from '../domain/fact';
import type { FactHandlers } from './fact-handlers';
import type { FactInbox } from './fact-inbox';
import type { StatusInquiries } from './status-inquiries';
import type { Hint, Provider } from './provider';
import { ProviderMessages } from './provider-messages';

const MESSAGE = { method: 'POST', path: '/', query: '', headers: {}, body: Buffer.from('{}'), now: new Date() };

function receiving(read: Provider['read'], isUnknown: (fact: Subject) => boolean = () => false) {
  const { providers } = registryOf(aProvider({ storedNames: ['bank', 'bank_cards'], read }));
  const [taken, hinted]: [Fact[], Hint[]] = [[], []];
  const requests: unknown[] = [];
  const inbox = {
    take: async ({ fact }: { fact: Fact }) => {
      if (isUnknown(fact)) throw new Error(`unknown ${fact.id}`);
      taken.push(fact);
    },
  } as unknown as FactInbox;
  const inquiries = {
    schedule: async (hints: readonly Hint[], _inMs: number, requestId: unknown) => {
      hinted.push(...hints);
      requests.push(requestId);
    },
  } as unknown as StatusInquiries;
  const knows = async (subjects: readonly Subject[]) => subjects.map((subject) => !isUnknown(subject));
  const handlers = { of: () => ({ knows }) } as unknown as FactHandlers;
  return { messages: new ProviderMessages(providers, inbox, inquiries, handlers), taken, hinted, requests };
}

describe('a message of a provider', () => {
  it('hands its facts to the inbox and plans a status inquiry for each hint', async () => {
    const [fact, hint] = [aFact(), { provider: 'bank', kind: 'payout', reference: 'p1' }];
    const { messages, taken, hinted, requests } = receiving(() => ({ facts: [fact], hints: [hint] }));
    await messages.receive('bank', { ...MESSAGE, requestId: 'request-1' });
    expect([taken, hinted, requests]).toEqual([[fact], [hint], ['request-1']]);
  });

  it('is read under the name of the address that it was sent to', async () => {
    const read = jest.fn(() => ({ facts: [], hints: [] }));
    await receiving(read).messages.receive('bank_cards', MESSAGE);
    expect(read).toHaveBeenCalledWith('bank_cards', MESSAGE);
  });

  it('about nothing of ours gets a response, and does nothing', async () => {
    const { messages, taken, hinted } = receiving(() => ({ facts: [], hints: [] }));
    await messages.receive('bank', MESSAGE);
    expect([taken, hinted]).toEqual([[], []]);
  });

  it('with a fact about an unknown subject is rejected, and its other facts are taken', async () => {
    const [unknown, known] = [aFact(), aFact()];
    const { messages, taken } = receiving(
      () => ({ facts: [unknown, known], hints: [] }),
      (fact) => fact === unknown,
    );
    await expect(messages.receive('bank', MESSAGE)).rejects.toThrow(`unknown ${unknown.id}`);
    expect(taken).toEqual([known]);
  });

  it('without a signature plans an inquiry about a subject that the service has (rule 6.12)', async () => {
    const hint = { provider: 'bank', kind: 'payout', reference: 'p1', isUnsigned: true };
    const { messages, hinted } = receiving(() => ({ facts: [], hints: [hint] }));
    await messages.receive('bank', MESSAGE);
    expect(hinted).toEqual([hint]);
  });

  it('without a signature about any other subject is not found, and plans nothing (rule 6.12)', async () => {
    const hint = { provider: 'bank', kind: 'payout', reference: 'p1', isUnsigned: true };
    const { messages, hinted } = receiving(
      () => ({ facts: [], hints: [hint] }),
      () => true,
    );
    await expect(messages.receive('bank', MESSAGE)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect(hinted).toEqual([]);
  });

  it('to the address of no provider is not found', async () => {
    const { messages } = receiving(() => ({ facts: [], hints: [] }));
    await expect(messages.receive('nobody', MESSAGE)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });
});
