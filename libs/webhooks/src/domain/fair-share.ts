/** A receiver gets a share of the slots: an endpoint, or all per-link addresses of one account together. */
export interface DueReceiver {
  receiver: string;
  accountId: string;
  /** When its oldest due delivery became due. */
  dueSince: Date;
}

/**
 * How a receiver responded recently. `new`: nothing is known yet. `slow`: it responds late. `silent`: it has never
 * responded and does not respond within a second, or it let attempts time out one after another.
 */
export const PACES = ['fast', 'new', 'slow', 'silent'] as const;

export type Pace = (typeof PACES)[number];

/** A delivery that is being sent. */
export interface RunningDelivery {
  receiver: string;
  accountId: string;
}

export interface ReceiverShare {
  receiver: string;
  /** Deliveries that may start now; at least one. */
  slots: number;
}

export interface Slots {
  total: number;
  free: number;
}

/** The part of all slots that stays free for receivers with a better pace. */
const RESERVED: Readonly<Record<Pace, number>> = { fast: 0, new: 1 / 8, slow: 1 / 2, silent: 3 / 4 };

/**
 * Deliveries of one receiver that may run at a time. A receiver gets one until something is known about it. A silent
 * one gets as many as others: its reserve already keeps slots for them, and with one at a time, thirty deliveries would
 * have their first retry minutes late while slots are idle.
 */
const RECEIVER_LIMIT: Readonly<Record<Pace, number>> = { fast: 32, new: 1, slow: 32, silent: 32 };

/** Slots that no receiver of this pace may take. */
export function reservedSlots(total: number, pace: Pace): number {
  return Math.floor(total * RESERVED[pace]);
}

/**
 * Deals free slots: to the fast receivers first, and to slower ones only as far as a reserve stays free for the faster
 * ones. Among the receivers of one pace, slots go to accounts, and each account's to its receivers. The tries of an
 * account's silent receivers do not count against its other receivers.
 */
export function shareSlots(
  { total, free }: Slots,
  due: readonly DueReceiver[],
  running: readonly RunningDelivery[],
  paceOf: (receiver: string) => Pace,
): ReceiverShare[] {
  const shares: ReceiverShare[] = [];
  const byReceiver = new Map<string, number>();
  const [responding, silent] = [new Map<string, number>(), new Map<string, number>()];
  for (const { receiver, accountId } of running) {
    increment(byReceiver, receiver);
    increment(paceOf(receiver) === 'silent' ? silent : responding, accountId);
  }
  const receiversByPace: Record<Pace, ReceiverLoad[]> = { fast: [], new: [], slow: [], silent: [] };
  for (const receiver of due)
    receiversByPace[paceOf(receiver.receiver)].push({ running: byReceiver.get(receiver.receiver) ?? 0, ...receiver });
  let left = free;
  for (const pace of PACES) {
    const usable = left - reservedSlots(total, pace);
    if (usable <= 0) break;
    const inAccounts = pace === 'silent' ? silent : responding;
    for (const { account, slots } of dealToAccounts(usable, receiversByPace[pace], inAccounts)) {
      const dealt = dealToReceivers(slots, account.receivers, RECEIVER_LIMIT[pace]);
      const count = dealt.reduce((sum, share) => sum + share.slots, 0);
      inAccounts.set(account.id, account.running + count);
      left -= count;
      shares.push(...dealt);
    }
  }
  return shares;
}

interface Load {
  running: number;
  dueSince: Date;
}

type ReceiverLoad = DueReceiver & Load;

interface AccountLoad extends Load {
  id: string;
  receivers: ReceiverLoad[];
}

function dealToAccounts(
  free: number,
  receivers: readonly ReceiverLoad[],
  running: ReadonlyMap<string, number>,
): { account: AccountLoad; slots: number }[] {
  const accounts = new Map<string, AccountLoad>();
  for (const receiver of receivers) {
    const known = accounts.get(receiver.accountId);
    if (known) {
      known.receivers.push(receiver);
      if (receiver.dueSince < known.dueSince) known.dueSince = receiver.dueSince;
    } else {
      const { accountId: id, dueSince } = receiver;
      accounts.set(id, { id, receivers: [receiver], running: running.get(id) ?? 0, dueSince });
    }
  }
  return raise(free, [...accounts.values()], free).map(({ item, slots }) => ({ account: item, slots }));
}

function dealToReceivers(free: number, receivers: readonly ReceiverLoad[], limit: number): ReceiverShare[] {
  return raise(free, receivers, limit).map(({ item, slots }) => ({ receiver: item.receiver, slots }));
}

/**
 * Raises all to one level: the largest number running that each can reach while as many slots as the level itself stay
 * free. A single busy one gets half of the slots, seven get an eighth each, and the next one finds its share free
 * however slow the others are. With more of them than slots no slot can stay free: then the idle ones that have waited
 * longest get one each.
 */
function raise<T extends Load>(free: number, items: readonly T[], limit: number): { item: T; slots: number }[] {
  const level = levelOf(free, items, limit);
  if (level === 0) {
    return items
      .filter(({ running }) => running === 0)
      .sort((a, b) => a.dueSince.getTime() - b.dueSince.getTime())
      .slice(0, Math.max(free, 0))
      .map((item) => ({ item, slots: 1 }));
  }
  return items.flatMap((item) => (item.running < level ? [{ item, slots: level - item.running }] : []));
}

function levelOf(free: number, items: readonly Load[], limit: number): number {
  const needed = (level: number) => items.reduce((sum, { running }) => sum + Math.max(0, level - running), level);
  let [low, high] = [0, limit];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (needed(middle) <= free) low = middle;
    else high = middle - 1;
  }
  return low;
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
