import { sourcesOf } from '@app/kernel';
import { statement } from '@app/platform';
import { SANDBOX_OUTFLOW_TRANSITIONS, stateAfter } from './sandbox-outflow';

const COLUMNS = 'id, kind, provider, reference, amount, currency, holder, state, reason, returns';

export const SUBMIT = statement(
  'sandbox-payouts.submit',
  `INSERT INTO sandbox_payouts AS p (id, reference, amount, currency, holder, kind, provider, state, submissions, due_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, 'processing', 1, now() + $8::bigint * interval '1 millisecond')
   ON CONFLICT (id) DO UPDATE SET submissions = p.submissions + 1, updated_at = now()
   RETURNING reference`,
);

export const REGISTER = statement(
  'sandbox-payouts.register',
  `INSERT INTO sandbox_payouts (id, reference, amount, currency, holder, kind, provider, state, submissions, due_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, 'processing', 0, now() + $8::bigint * interval '1 millisecond')
   ON CONFLICT (id) DO NOTHING`,
);

export const FIND = statement('sandbox-payouts.find', `SELECT ${COLUMNS} FROM sandbox_payouts WHERE id = $1`);

// The rail pays when an outflow leaves processing for completed, and at no other time. After a step to a final state the
// row is due until its notification is delivered.
export const MOVE = statement(
  'sandbox-payouts.move',
  `UPDATE sandbox_payouts
      SET state = $2,
          reason = COALESCE(reason, $4),
          paid_count = paid_count + CASE WHEN state <> $2 AND $2 = '${stateAfter('complete')}' THEN 1 ELSE 0 END,
          due_at = CASE WHEN $2 = '${stateAfter('process')}' THEN due_at ELSE now() + $5::bigint * interval '1 millisecond' END,
          updated_at = now()
    WHERE id = $1 AND state = ANY ($3::text[])
   RETURNING ${COLUMNS}`,
);

// Without an amount, what is left comes back; when nothing is, the rail repeats what it has reported.
export const RETURN = statement(
  'sandbox-payouts.return',
  `UPDATE sandbox_payouts p
      SET state = $2, reason = COALESCE(p.reason, $4), updated_at = now(),
          returns = p.returns || CASE WHEN part.amount > 0
            THEN jsonb_build_array(jsonb_build_object('amount', part.amount::text, 'reason', $4::text)) ELSE '[]' END,
          due_at = now() + $5::bigint * interval '1 millisecond'
     FROM (SELECT o.id, COALESCE($6::numeric, CASE WHEN o.state = $2 AND o.returns = '[]' THEN 0
         ELSE o.amount - COALESCE((SELECT sum((r ->> 'amount')::numeric) FROM jsonb_array_elements(o.returns) r), 0) END) AS amount
       FROM sandbox_payouts o WHERE o.id = $1 FOR UPDATE) part
    WHERE p.id = part.id AND p.state = ANY ($3::text[])
   RETURNING ${COLUMNS.split(', ')
     .map((column) => `p.${column}`)
     .join(', ')}`,
);

// Due again after a delay that doubles from the lease to an hour, unless the work is done before.
export const TAKE_DUE = statement(
  'sandbox-payouts.take-due',
  `UPDATE sandbox_payouts p
      SET attempts = attempts + 1,
          due_at = now() + LEAST($2::bigint * interval '1 millisecond' * power(2, LEAST(attempts, 12)), interval '1 hour')
    WHERE p.id = ANY (ARRAY(
      SELECT id FROM sandbox_payouts WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
    ))
   RETURNING p.id, p.kind, p.provider, p.reference, p.amount, p.currency, p.holder, p.state, p.reason, p.returns`,
);

// If the state has changed or more has come back since, that has a separate notification.
export const DELIVERED = statement(
  'sandbox-payouts.delivered',
  `UPDATE sandbox_payouts SET due_at = NULL, updated_at = now()
    WHERE id = $1 AND state = $2 AND jsonb_array_length(returns) = $3 AND state <> '${stateAfter('process')}'`,
);

export const MOVE_SOURCES = {
  process: sourcesOf(SANDBOX_OUTFLOW_TRANSITIONS, 'process'),
  complete: sourcesOf(SANDBOX_OUTFLOW_TRANSITIONS, 'complete'),
  fail: sourcesOf(SANDBOX_OUTFLOW_TRANSITIONS, 'fail'),
  return: sourcesOf(SANDBOX_OUTFLOW_TRANSITIONS, 'return'),
};
