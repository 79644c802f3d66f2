import type { Capability, InquirySubject, ProviderAdapter, StatusResponse } from '@app/rails';

/** One half of what dLocal does: it collects, and it pays out through another API with credentials of its own. */
export interface DlocalPart {
  readonly capabilities: readonly Capability[];
  readonly adapters: readonly ProviderAdapter[];
  /** The kinds of facts that its inquiries are about. */
  readonly kinds: readonly string[];
  inquire(subject: InquirySubject, signal: AbortSignal): Promise<StatusResponse>;
  /** Makes one authorised call that changes nothing. Throws what is wrong. */
  check(signal: AbortSignal): Promise<void>;
}
