import type { Tx } from '@app/kernel';
import { ProviderObjects, type ProviderObject } from '../application/ports';

/** Keeps what it is given in memory. */
export class InMemoryProviderObjects extends ProviderObjects {
  readonly objects: ProviderObject[] = [];

  async add(_tx: Tx, object: ProviderObject): Promise<boolean> {
    const isTaken = this.objects.some(
      ({ provider, kind, ourId, theirId }) =>
        provider === object.provider && kind === object.kind && (ourId === object.ourId || theirId === object.theirId),
    );
    if (!isTaken) this.objects.push(object);
    return !isTaken;
  }

  async find(kind: string, ourId: string): Promise<ProviderObject | undefined> {
    return this.objects.find((each) => each.kind === kind && each.ourId === ourId);
  }

  async findTheirs(object: Pick<ProviderObject, 'provider' | 'kind' | 'theirId'>): Promise<ProviderObject | undefined> {
    return this.objects.find(
      ({ provider, kind, theirId }) =>
        provider === object.provider && kind === object.kind && theirId === object.theirId,
    );
  }
}
