import type { Loop } from '@app/platform';
import type { Capability } from '../domain/capability';
import type { Fact } from '../domain/fact';
import type { SettlementLine } from '../domain/settlement-line';

/** The HTTP call of a provider. */
export interface ProviderMessage {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The exact bytes, because a signature covers them. */
  readonly body: Buffer;
  readonly now: Date;
  /** As the log names the request. */
  readonly requestId?: string | undefined;
}

/** The subject of a status inquiry: an order or a payout at a provider. */
export interface InquirySubject {
  /** The name under which the record stores its provider. */
  readonly provider: string;
  /** The kind of the facts about it, such as `collection`. */
  readonly kind: string;
  readonly reference: string;
}

/** A message that only says which subject to ask about: it moves nothing. */
export interface Hint extends InquirySubject {
  /** Whether anyone could have sent it. The provider is asked only about a subject that we have, then. */
  readonly isUnsigned?: boolean;
}

/** What a message says. Both are empty for an authentic message about none of our records. */
export interface Reading {
  readonly facts: readonly Fact[];
  readonly hints: readonly Hint[];
}

/** A settlement line of the provider's API. */
export interface PulledLine extends SettlementLine {
  /** What the worker asks about once the line is new: the message that announced it may be lost. */
  readonly about?: InquirySubject | undefined;
  /** The ids of the facts that announce it; where one of them is stored, the worker asks nothing. */
  readonly announcedBy?: readonly string[] | undefined;
}

/** The provider's response to a status inquiry. */
export interface StatusResponse {
  readonly facts: readonly Fact[];
  /** The subject needs no further inquiry. */
  readonly isDecided: boolean;
  /** Nothing has begun that could be decided, such as a payment: the inquiries about it end without an error. */
  readonly isIdle?: boolean;
  /**
   * What is left is improbable, such as money for an expired order, or takes long, such as a dispute: the worker asks less
   * and less often for 30 days.
   */
  readonly isSparse?: boolean;
  /** Why the facts may not be all: a part of the question failed, and the worker repeats it soon. */
  readonly problem?: Error | undefined;
}

/**
 * A company with an API that moves money, or the sandbox. Its module registers it with `Providers`; all of its wire
 * format is in its folder.
 */
export interface Provider {
  /** Its name in the configuration. */
  readonly name: string;
  /**
   * The names under which records store it and under which it calls `/providers/{name}/notifications`: its own one,
   * unless it has several.
   */
  readonly storedNames: readonly string[];
  /** Whether it moves no money. */
  readonly isSimulated: boolean;
  readonly capabilities: readonly Capability[];
  /** The adapters of the ports that its capabilities are used through. */
  readonly adapters: readonly ProviderAdapter[];
  /** Its own background work, which the worker runs. */
  readonly loops: readonly Loop[];
  /**
   * Reads a message sent to the address of `storedName`. Synchronous, and without a side effect. Throws
   * `MessageRejectedError` for a bad signature and an unreadable body only.
   */
  read(storedName: string, message: ProviderMessage): Reading;
  /**
   * Asks the provider for the status of a subject; absent if it cannot be asked. Throws while the provider cannot tell.
   */
  inquire?(subject: InquirySubject, signal: AbortSignal): Promise<StatusResponse>;
  /**
   * Makes one authorised call that reads and changes nothing; absent without an outside service. Throws what is wrong.
   */
  check?(signal: AbortSignal): Promise<void>;
  /**
   * The lines of its settlement reports since that time, in any order; lines that were pulled before may come again.
   * Absent for a provider without an API for them, whose lines are imported from files.
   */
  pull?(since: Date, signal: AbortSignal): AsyncIterable<PulledLine>;
}

/** An adapter of a port. */
export interface ProviderAdapter {
  /** The name under which records that it opens store the provider. */
  readonly provider: string;
}
