import { Reconciliation } from '@app/books';
import { Log, Metrics } from '@app/platform';
import { Providers, SettlementPulls } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { SlotLoop } from './slot.loop';

const POLL_MS = 60_000;
/** The comparison reads whole tables, so that not every scrape makes it. */
const COUNT_EVERY_MS = 3_600_000;

/** Pulls settlement lines once a day, whichever worker is first, and shows how much is not reconciled. */
@Injectable()
export class ReconciliationLoop extends SlotLoop {
  constructor(
    pulls: SettlementPulls,
    reconciliation: Reconciliation,
    providers: Providers,
    log: Log,
    metrics: Metrics,
  ) {
    super('reconciliation', pulls, log, POLL_MS);
    showOpen(() => reconciliation.countOpen(providers.list()), metrics, log.child('reconciliation'));
  }
}

function showOpen(countOpen: () => Promise<ReadonlyMap<string, number>>, metrics: Metrics, log: Log): void {
  let counted: { at: number; open: Promise<ReadonlyMap<string, number>> } | undefined;
  const open = () => {
    if (counted && Date.now() - counted.at < COUNT_EVERY_MS) return counted.open;
    const count = countOpen();
    counted = { at: Date.now(), open: count };
    count.catch((error: unknown) => {
      counted = undefined;
      log.error({ err: error }, 'what is not reconciled could not be counted');
    });
    return count;
  };
  metrics.gaugeByLabel(
    'reconciliation_open',
    'Payments, payouts, refunds and settlement lines that are not reconciled, counted once an hour',
    'provider',
    open,
  );
}
