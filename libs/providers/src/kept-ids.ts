import type { UnitOfWork } from '@app/kernel';
import type { ProviderObjects } from '@app/rails';

/** The ids that a provider gave to records of ours, by the kind of its object. */
export class KeptIds<Kind extends string> {
  constructor(
    private readonly provider: string,
    private readonly objects: ProviderObjects,
    private readonly uow: UnitOfWork,
  ) {}

  /** The provider's id of our record; undefined before it is known. */
  async find(kind: Kind, ourId: string): Promise<string | undefined> {
    return (await this.objects.find(this.stored(kind), ourId))?.theirId;
  }

  /** Our record that has the provider's id; undefined when none has. */
  async ownerOf(kind: Kind, theirId: string): Promise<string | undefined> {
    const { provider } = this;
    return (await this.objects.findTheirs({ provider, kind: this.stored(kind), theirId }))?.ourId;
  }

  /** Stores the provider's id of our record, in a transaction of its own, and returns the one that was stored first. */
  async keep(kind: Kind, ourId: string, theirId: string): Promise<string> {
    const object = { provider: this.provider, kind: this.stored(kind), ourId, theirId };
    if (await this.uow.once((tx) => this.objects.add(tx, object))) return theirId;
    return (await this.find(kind, ourId)) ?? theirId;
  }

  /** Other providers may have objects of the same names. */
  private stored(kind: Kind): string {
    return `${this.provider}_${kind}`;
  }
}
