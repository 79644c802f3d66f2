import { Slots, UnitOfWork } from '@app/kernel';
import { CONFIG, Log, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { ProvenPosition, ProvenWallet } from '../domain/position';
import { BooksAuditor, ProofRecords, type Audit, type ProofLease, type ProofResult, type ProofStatus } from './ports';

const VIOLATIONS_PER_RULE = 100;
/** Violations that a log line names. */
const NAMED = 20;
const EXTEND_EVERY_MS = 60_000;

/** The proof ended early: the process stops, or another one has taken the proof. */
class ProofInterruptedError extends Error {
  override readonly name = 'ProofInterruptedError';
}

/**
 * Proves what is new in the books again and again, one process at a time. Each proof goes on where the last one without
 * violations ended; the first proves everything. A violation is found again by each proof until it is repaired.
 */
@Injectable()
export class ContinuousProof {
  private readonly slots = new Slots<ProofLease>(1, () => 'proof');
  private stopping = false;

  constructor(
    private readonly auditor: BooksAuditor,
    private readonly records: ProofRecords,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Pick<Config, 'booksProofIntervalMs'>,
    private readonly log: Log,
  ) {}

  /** Starts the proof if it is due. */
  turn(onFree: () => void): Promise<boolean> {
    const claim = async () => {
      const lease = await this.uow.once((tx) => this.records.take(tx));
      return lease ? [lease] : [];
    };
    return this.slots.fill(claim, (lease) => this.proveLogged(lease), onFree);
  }

  /** Ends the running proof, which another process begins again within five minutes. */
  async drain(deadlineMs: number): Promise<void> {
    this.stopping = true;
    await this.slots.drain(deadlineMs);
  }

  status(): Promise<ProofStatus> {
    return this.records.status();
  }

  private async proveLogged(lease: ProofLease): Promise<void> {
    try {
      await this.prove(lease);
    } catch (error) {
      if (error instanceof ProofInterruptedError) this.log.info({}, 'the proof of the books ended early');
      else this.log.error({ err: error }, 'the books could not be proven');
    }
  }

  private async prove(lease: ProofLease): Promise<void> {
    const held = new HeldLease(lease, this.uow, this.records);
    const since = await this.records.position();
    const audit = await this.auditor.audit(VIOLATIONS_PER_RULE, since, async () => {
      if (this.stopping) throw new ProofInterruptedError();
      await held.keep();
    });
    await this.uow.run((tx) => this.records.end(tx, held.lease, this.resultOf(audit, since)));
    if (audit.violations.length > 0) {
      const named = audit.violations.slice(0, NAMED);
      const details = { count: audit.violations.length, violations: named, provenAt: since?.at ?? null };
      this.log.error(details, 'the books violate rules');
    }
  }

  private resultOf({ violations, position }: Audit, since: ProvenPosition | undefined): ProofResult {
    const nextInMs = this.config.booksProofIntervalMs;
    if (violations.length > 0) return { violations: violations.length, nextInMs, wallets: [] };
    return { violations: 0, nextInMs, position, wallets: movedSince(position.wallets, since) };
  }
}

function movedSince(wallets: readonly ProvenWallet[], since: ProvenPosition | undefined): ProvenWallet[] {
  const before = new Map(since?.wallets.map((wallet) => [wallet.walletId, wallet]));
  return wallets.filter(({ walletId, version, timeZone }) => {
    const old = before.get(walletId);
    return old?.version !== version || old.timeZone !== timeZone;
  });
}

/** A lease that is extended while it is used. */
class HeldLease {
  private extendedAt = performance.now();

  constructor(
    public lease: ProofLease,
    private readonly uow: UnitOfWork,
    private readonly records: ProofRecords,
  ) {}

  /** Throws `ProofInterruptedError` if another process has the proof. */
  async keep(): Promise<void> {
    if (performance.now() - this.extendedAt < EXTEND_EVERY_MS) return;
    const extended = await this.uow.once((tx) => this.records.extend(tx, this.lease));
    if (!extended) throw new ProofInterruptedError();
    this.lease = extended;
    this.extendedAt = performance.now();
  }
}
