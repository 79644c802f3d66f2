import type {
  Capability,
  InquirySubject,
  Provider,
  ProviderAdapter,
  ProviderMessage,
  Reading,
  StatusResponse,
} from '@app/rails';
import { readMessage, type DlocalSigner } from './dlocal-messages';
import type { DlocalPart } from './dlocal-part';
import { DLOCAL } from './dlocal-wire';

/** Collects in Latin America, and pays out there, through dLocal. Its parts are what is configured of it. */
export class DlocalProvider implements Provider {
  readonly name = DLOCAL;
  readonly storedNames = [DLOCAL];
  readonly isSimulated = false;
  readonly capabilities: readonly Capability[];
  readonly adapters: readonly ProviderAdapter[];
  readonly loops = [];

  constructor(
    private readonly signer: DlocalSigner,
    private readonly parts: readonly DlocalPart[],
  ) {
    this.capabilities = parts.flatMap(({ capabilities }) => capabilities);
    this.adapters = parts.flatMap(({ adapters }) => adapters);
  }

  read(_storedName: string, message: ProviderMessage): Reading {
    return readMessage(this.signer, message);
  }

  inquire(subject: InquirySubject, signal: AbortSignal): Promise<StatusResponse> {
    const part = this.parts.find(({ kinds }) => kinds.includes(subject.kind));
    return part ? part.inquire(subject, signal) : Promise.resolve({ facts: [], isDecided: true });
  }

  /** One call of each API that is configured. */
  async check(signal: AbortSignal): Promise<void> {
    for (const part of this.parts) await part.check(signal);
  }
}
