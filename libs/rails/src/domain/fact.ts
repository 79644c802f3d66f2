import { isUuid, type Money, type Transitions } from '@app/kernel';
import type { FactCase } from './case';

/** What a fact is about, by the reference that the provider gave it: an order, a payout. */
export interface Subject {
  readonly provider: string;
  readonly reference: string;
}

/** Text that identifies the subject, for maps and sets. */
export function subjectKey({ provider, reference }: Subject): string {
  return `${provider} ${reference}`;
}

/** Each subject once. */
export function distinctSubjects(subjects: readonly Subject[]): Subject[] {
  return [...new Map(subjects.map((subject) => [subjectKey(subject), subject])).values()];
}

/** The ids of ours among the references, each once. */
export function referredIds(subjects: readonly Subject[]): string[] {
  return [...new Set(subjects.map(({ reference }) => reference).filter(isUuid))];
}

/** Identifies one fact forever: the second arrival of a key changes nothing. */
export interface FactKey {
  readonly provider: string;
  /** The provider's own id of the fact. */
  readonly id: string;
}

/** What a provider reports, after its signature was verified and its content was read. */
export interface Fact extends Subject, FactKey {
  /** Decides which handler settles it, such as `collection`. */
  readonly kind: string;
  /** What happened, in the vocabulary of the kind. */
  readonly type: string;
  /** The money that moved, if the fact reports any. */
  readonly amount: Money | null;
  /** What else the handler of this kind needs. Plain JSON. */
  readonly details: Readonly<Record<string, unknown>> | null;
}

/** `received`: stored, and waiting to be settled. */
export type FactStatus = 'received' | 'settled';

/** Every transition of a fact. A settled one never changes. */
export const TRANSITIONS: Transitions<'settle', FactStatus> = { settle: { received: 'settled' } };

/** A fact in the inbox. */
export interface StoredFact extends Fact {
  readonly receivedAt: Date;
  /** The id of the request that brought the fact; null if the service itself asked the provider. */
  readonly requestId: string | null;
}

/** The request that brought the latest fact about each reference. */
export function requestsBehind(facts: readonly StoredFact[]): Map<string, string | null> {
  return new Map(facts.map(({ reference, requestId }) => [reference, requestId]));
}

/** The result of a handler for one fact. */
export interface SettledFact {
  readonly fact: FactKey;
  /** One word that is stored with the fact and counted. */
  readonly outcome: string;
  /** What a person has to decide about it. */
  readonly opens?: FactCase;
  /** Whether the fact is the only record of money, so that retention never deletes it. One that opens a case is. */
  readonly isRecord?: boolean;
}
