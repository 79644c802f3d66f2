import type { ProviderMessage } from '@app/rails';
import type { CrashRail, Kill } from './crash-trial';
import { sendAll, type KillableService } from './killable-service';

/** A notification as a provider sends it. */
export type Notification = ProviderMessage & { headers: Record<string, string> };

/** A fake that holds its answers back while `onDone` waits. */
export interface InterruptibleFake {
  onDone: (call: string) => boolean | Promise<boolean>;
}

/** Orders of one kind at a provider. */
export interface ProviderOrders {
  /** The table of the orders. */
  readonly name: 'payouts' | 'refunds';
  /** The id that we sent of each order that the provider has. */
  made(): readonly string[];
  /** The id that we sent of the order for each time that money left. */
  paid(): readonly string[];
  /** Ends the orders that the provider has carried out and not ended; returns what it says about each. */
  end(): readonly object[];
}

/** The fake of a provider as the rail of a trial. */
export class ProviderCrashRail implements CrashRail {
  /** The worker asks again about what it asked about before. */
  readonly nudges = ['UPDATE provider_looks SET due_at = now() WHERE due_at > now()'];
  private unreported: readonly Notification[] = [];

  constructor(
    /** The notification with that content. */
    private readonly messageOf: (content: object) => Notification,
    private readonly orders: ProviderOrders,
  ) {}

  async count(service: KillableService): Promise<{ atTheRail: number; paidOnce: number }> {
    const [made, paid] = [this.orders.made(), countEach(this.orders.paid())];
    const ordered = await service.sql<{ id: string }>(`SELECT id FROM ${this.orders.name}`);
    return { atTheRail: made.length, paidOnce: ordered.filter(({ id }) => paid.get(`sp-${id}`) === 1).length };
  }

  /** Sends the notification of each end twice, and again until it is acknowledged. */
  async report(service: KillableService): Promise<boolean> {
    const ended = this.orders.end().map((content) => this.messageOf(content));
    const messages = [...this.unreported, ...ended, ...ended];
    const acknowledged = await notify(service, messages);
    this.unreported = messages.filter((message) => !acknowledged.has(message));
    return this.unreported.length === 0;
  }
}

/** A kill amid a call of a provider: it has carried the call out, and responds to none until the process has ended. */
export function amid(fake: InterruptibleFake, call: RegExp): NonNullable<Kill['amidCall']> {
  return async (calls, kill) => {
    let left = calls;
    let killed: Promise<void> | undefined;
    await new Promise<void>((resolve, reject) => {
      fake.onDone = async (done) => {
        if (call.test(done) && --left === 0) {
          killed = kill();
          killed.then(resolve, reject);
        }
        await killed;
        return true;
      };
    });
    fake.onDone = () => true;
  };
}

/** Sends notifications to the API, until a response is not 200; returns those with one. */
export async function notify(
  service: KillableService,
  messages: readonly Notification[],
  isEnough?: () => boolean,
): Promise<Set<Notification>> {
  const api = await service.api();
  const send = async ({ path, body, headers }: Notification) =>
    (await api.post(path, body.toString('utf8'), headers)).status === 200;
  return sendAll(messages, send, isEnough);
}

function countEach(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
