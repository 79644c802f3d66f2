/** A command. A rail's notification has an id, which is the same when it is repeated. */
export type Command =
  | { does: 'pay' | 'lapse' | 'submit' | 'settle' | 'refuse' | 'return'; link: number; notice: number }
  | { does: 'dispute' | 'win' | 'refund'; link: number; notice: number }
  | { does: 'cancel' | 'confirm'; link: number }
  | { does: 'adjust'; wallet: number; cents: number }
  | { does: 'hold'; wallet: number; cents: number; hold: number }
  | { does: 'capture' | 'release'; hold: number };

export interface World {
  links: {
    status: 'active' | 'processing' | 'in_transit' | 'completed' | 'cancelled' | 'expired' | 'returned';
    order: 'open' | 'confirmed' | 'paid' | 'lapsed' | 'refused' | 'returned' | 'superseded';
    /** Payments that wait for staff. */
    exceptions: number;
    /** Whether one of them was already returned: another return may concern the same money. */
    cleared: boolean;
    /** Returns that arrived before the payment that they return. */
    waiting: number;
    /** Refunds made at the provider, and what is known of a dispute: not settled yet, and settled. */
    reversals: Reversal[];
    dispute: 'none' | 'open' | 'won';
    refunded: number;
    /** What the dispute took, until it was won. */
    disputed: number;
  }[];
  wallets: { balance: number; reserved: number }[];
  holds: Record<number, { wallet: number; cents: number; open: boolean }>;
  notices: Set<number>;
}

type Link = World['links'][number];

type Reversal = 'dispute' | 'win' | 'refund';

/** What a payer pays for a link that can be disputed, and what one refund at the provider gives back, in cents. */
export const PAID = 1_500_000;
export const REFUND = 600_000;

/** What a payment of each link credits, in cents, and to which wallet. */
export type Credits = readonly { wallet: number; cents: number }[];

/** The reply to the caller. A rail does not learn the outcome of its notification. */
export type Reply = 'done' | 'refused';

/**
 * The behaviour of links, wallets and holds according to the rules, in whole cents and without the service's
 * code: one command at a time. The test finds the order in which concurrent commands happened.
 */
export function perform(before: World, command: Command, credits: Credits): { world: World; reply: Reply } {
  const world = structuredClone(before);
  if (!('link' in command)) return { world, reply: onWallet(world, command) };
  const link = world.links[command.link]!;
  if (!('notice' in command)) return { world, reply: byPeople(link, command.does) };
  if (world.notices.has(command.notice)) return { world, reply: 'done' };
  world.notices.add(command.notice);
  if (isReversal(command.does)) {
    link.reversals.push(command.does);
    return { world, reply: 'done' };
  }
  const { wallet, cents } = credits[command.link]!;
  world.wallets[wallet]!.balance += cents * byRail(link, command.does);
  return { world, reply: 'done' };
}

/**
 * Applies returns that arrived before their payment. This is a separate step: until it happens, more payments may
 * arrive, and then the second of two returns has a payment to return, too.
 */
export function caughtUp(before: World, credits: Credits): World {
  const world = structuredClone(before);
  world.links.forEach((link, i) => {
    const { wallet, cents } = credits[i]!;
    world.wallets[wallet]!.balance -= cents * takenBack(link);
  });
  return world;
}

/**
 * Settles the refunds and the dispute of a link that began at the provider, once the payment is credited. This is a separate step, too: the
 * provider does not learn when it happens.
 */
export function reversed(before: World, at: number, credits: Credits): World {
  const world = structuredClone(before);
  const link = world.links[at]!;
  const order: readonly Reversal[] = ['refund', 'dispute', 'win'];
  link.reversals.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  if (link.order !== 'paid') {
    link.reversals = link.reversals.filter((one) => awaitsException(link, one));
    return world;
  }
  const wallet = world.wallets[credits[at]!.wallet]!;
  link.reversals = link.reversals.filter((one) => {
    const { change, waits } = settleReversal(link, one);
    wallet.balance += change;
    return waits;
  });
  return world;
}

/** Of an order that has only payment exceptions, a dispute takes one back. A part of it is a case, and takes nothing. */
function awaitsException(link: Link, one: Reversal): boolean {
  const hadMoney = link.exceptions > 0 || link.dispute !== 'none';
  if (one === 'dispute' && link.exceptions > 0 && link.dispute === 'none') {
    Object.assign(link, { exceptions: link.exceptions - 1, dispute: 'open' });
  }
  return one === 'win' ? link.dispute === 'none' : !hadMoney;
}

/** The end of a dispute waits for its beginning. */
function settleReversal(link: Link, one: Reversal): { change: number; waits: boolean } {
  const left = PAID - link.refunded - link.disputed;
  if (one === 'refund') {
    const taken = Math.min(REFUND, left);
    link.refunded += taken;
    return { change: -taken, waits: false };
  }
  if (one === 'dispute') {
    // One that finds nothing left is a case, and no dispute.
    if (link.dispute !== 'none' || left === 0) return { change: 0, waits: false };
    Object.assign(link, { dispute: 'open', disputed: left });
    return { change: -left, waits: false };
  }
  if (link.dispute !== 'open') return { change: 0, waits: link.dispute === 'none' };
  const back = link.disputed;
  Object.assign(link, { dispute: 'won', disputed: 0 });
  return { change: back, waits: false };
}

function isReversal(does: string): does is Reversal {
  return does === 'dispute' || does === 'win' || does === 'refund';
}

function byPeople(link: Link, does: 'cancel' | 'confirm'): Reply {
  if (link.status !== 'active' || (does === 'confirm' && link.order !== 'open')) return 'refused';
  if (does === 'cancel') {
    link.status = 'cancelled';
    if (link.order === 'open') link.order = 'superseded';
  } else Object.assign(link, { status: 'processing', order: 'confirmed' });
  return 'done';
}

/** Returns how often the payment is credited: once or not at all. */
function byRail(link: Link, does: Exclude<Extract<Command, { notice: number }>['does'], Reversal>): number {
  const isLive = link.order === 'open' || link.order === 'confirmed';
  if (does === 'pay' || does === 'settle') {
    const payable = does === 'pay' ? ['active', 'expired'] : ['active', 'processing', 'in_transit'];
    if (payable.includes(link.status)) {
      Object.assign(link, { status: 'completed', order: 'paid' });
      return 1;
    }
    link.exceptions += 1;
  } else if (does === 'lapse') {
    if (link.status === 'active' && link.order === 'open') Object.assign(link, { status: 'expired', order: 'lapsed' });
  } else if (does === 'submit') {
    const isBefore = link.status === 'active' || link.status === 'processing';
    if (isBefore && isLive) Object.assign(link, { status: 'in_transit', order: 'confirmed' });
  } else if (does === 'refuse') {
    if (link.order === 'confirmed') link.status = 'active';
    if (isLive || link.order === 'superseded') link.order = 'refused';
  } else link.waiting += 1;
  return 0;
}

/** A return takes back the link's payment, or else a payment exception; after a declined debit it takes nothing. */
function takenBack(link: Link): number {
  let taken = 0;
  for (; link.waiting > 0; link.waiting--) {
    if (link.order === 'paid') {
      Object.assign(link, { status: 'returned', order: 'returned' });
      taken += 1;
    } else if (link.exceptions > 0) Object.assign(link, { exceptions: link.exceptions - 1, cleared: true });
    else if (!link.cleared && link.order !== 'returned' && link.order !== 'refused') break;
  }
  return taken;
}

function onWallet({ wallets, holds }: World, command: Exclude<Command, { link: number }>): Reply {
  if (command.does === 'adjust' || command.does === 'hold') {
    const wallet = wallets[command.wallet]!;
    const taken = command.does === 'hold' ? command.cents : -command.cents;
    if (taken > 0 && wallet.balance - wallet.reserved < taken) return 'refused';
    if (command.does === 'adjust') wallet.balance += command.cents;
    else {
      wallet.reserved += command.cents;
      holds[command.hold] = { wallet: command.wallet, cents: command.cents, open: true };
    }
    return 'done';
  }
  const hold = holds[command.hold];
  if (!hold?.open) return 'refused';
  hold.open = false;
  wallets[hold.wallet]!.reserved -= hold.cents;
  if (command.does === 'capture') wallets[hold.wallet]!.balance -= hold.cents;
  return 'done';
}
