import { newId, type Clock, type Tx } from '@app/kernel';
import { SignInDevices } from '../sign-in/application/ports';
import { DEVICE_SECONDS, MAX_DEVICES } from '../sign-in/domain/sign-in';
import type { InMemoryPeople } from './in-memory-people';

interface StoredDevice {
  id: string;
  userId: string;
  expiresAt: number;
}

/** Keeps browsers in a map, the newest last. */
export class InMemorySignInDevices extends SignInDevices {
  readonly devices = new Map<string, StoredDevice>();

  constructor(
    private readonly people: InMemoryPeople,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find(email: string, tokenHash: Buffer): Promise<string | undefined> {
    const device = this.devices.get(tokenHash.toString('hex'));
    if (!device || device.expiresAt <= this.clock.now().getTime()) return undefined;
    const address = email.toLowerCase();
    return this.people.find((user) => user.id === device.userId && user.email.toLowerCase() === address) && device.id;
  }

  async remember(_tx: Tx, userId: string, tokenHash: Buffer): Promise<string> {
    const key = tokenHash.toString('hex');
    const id = this.devices.get(key)?.id ?? newId();
    this.devices.delete(key);
    this.devices.set(key, { id, userId, expiresAt: this.clock.now().getTime() + DEVICE_SECONDS * 1_000 });
    const ofUser = [...this.devices].filter(([, device]) => device.userId === userId);
    for (const [oldest] of ofUser.slice(0, -MAX_DEVICES)) this.devices.delete(oldest);
    return id;
  }

  async deleteExpired(_tx: Tx, limit: number): Promise<number> {
    const now = this.clock.now().getTime();
    const ended = [...this.devices].filter(([, { expiresAt }]) => expiresAt <= now).slice(0, limit);
    for (const [key] of ended) this.devices.delete(key);
    return ended.length;
  }
}
