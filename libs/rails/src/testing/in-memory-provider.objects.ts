import type { Tx } from '@app/kernel';
import { ProviderObjects, type ProviderObject } from '../application/ports';

/** Keeps everything that it is given. */
export class InMemoryProviderObjects extends ProviderObjects {
  readonly objects: ProviderObject[] = [];

  async add(_tx: Tx, object: ProviderObject): Promise<boolean> {
    this.objects.push(object);
    return true;
  }

  async find(kind: string, ourId: string): Promise<ProviderObject | undefined> {
    return this.objects.find((each) => each.kind === kind && each.ourId === ourId);
  }
}
