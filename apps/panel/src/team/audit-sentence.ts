import type { TFunction } from 'i18next';
import { formatAmount, isDecimal } from '../money/amounts';
import type { AuditEntry } from './queries';

/** The actions of the filter, in its order. The list also shows entries of other actions. */
export const AUDIT_ACTIONS = [
  'user.signed_in',
  'user.sign_in_failed',
  'user.created',
  'user.updated',
  'user.deleted',
  'user.unlocked',
  'user.password_changed',
  'user.password_reset',
  'user.second_factor_enabled',
  'user.second_factor_disabled',
  'session.ended',
  'session.others_ended',
  'sign_in.locked',
  'payout.ordered',
  'payout.retried',
  'payout.failed',
  'refund.requested',
  'refund.retried',
  'refund.failed',
  'transfer.initiated',
  'transfer.code_resent',
  'transfer.closed',
  'transfer.ordered',
  'transfer.retried',
  'transfer.failed',
  'transfer_terms.accepted',
  'beneficiary.created',
  'beneficiary.updated',
  'beneficiary.deactivated',
  'beneficiary.reactivated',
  'bank_account.created',
  'bank_account.deleted',
  'api_key.created',
  'api_key.updated',
  'api_key.deleted',
  'api_key.expired',
  'webhook_endpoint.created',
  'webhook_endpoint.updated',
  'webhook_endpoint.deleted',
  'webhook_endpoint.secret_rotated',
  'webhook_delivery.resent',
  'account.created',
  'account.updated',
  'fees.set',
  'wallet.adjusted',
  'api_key.deactivated',
  'payment_link.created',
  'payment_link.cancelled',
  'card_payment_link.created',
  'card_payment_link.cancelled',
  'payment_exception.credited',
  'payment_exception.refunded',
] as const;

const SHORT_ID = 8;

/** One entry as a sentence: actor, action and subject. `t` is that of `team`. */
export function auditSentence(entry: AuditEntry, t: TFunction, locale: string): string {
  const { action, subject, details } = entry;
  const facts = {
    actor: actorName(entry, t),
    subject: subjectName(entry),
    amount: amountIn(details, locale),
    version: textOf(details['version']),
    ended: textOf(details['ended']),
    reason: textOf(details['reason']),
  };
  return t([`action.${action}`, 'action.other'], { ...facts, action, type: subject.type });
}

/** The action without actor and subject, for the filter: "Created the user …". */
export function actionLabel(action: string, t: TFunction): string {
  const gap = '…';
  const sentence = t(`action.${action}`, {
    actor: '',
    subject: gap,
    amount: gap,
    version: gap,
    ended: gap,
    reason: gap,
  });
  const text = sentence.trim().replace(/[.:]?(?: …)?\.?$/, (end) => end.replace('.', ''));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name of the actor. The merchant knows only users by name. */
function actorName({ actor }: AuditEntry, t: TFunction): string {
  if (actor.type === 'user') return actor.name;
  return t(`actor.${actor.type}`, { name: actor.name.slice(0, SHORT_ID) });
}

/** The subject, by the name that users gave it, else by its id. */
function subjectName({ subject, details }: AuditEntry): string {
  const names = ['name', 'holder_name', 'url', 'email'].map((field) => textOf(details[field]));
  return names.find((name) => name !== '') ?? subject.id.slice(0, SHORT_ID);
}

function amountIn(details: AuditEntry['details'], locale: string): string {
  const [amount, currency] = [textOf(details['amount']), textOf(details['currency'])];
  return isDecimal(amount) && currency !== '' ? formatAmount(amount, currency, locale) : amount;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

interface Change {
  field: string;
  /** Undefined when only the new value is known. */
  from?: unknown;
  to: unknown;
}

/** The changed fields of an entry. */
export function changesOf({ action, details }: AuditEntry): Change[] {
  return Object.entries(details).flatMap(([field, value]): Change[] => {
    if (isChange(value)) return [{ field, from: value.from, to: value.to }];
    return action === 'account.updated' && value !== undefined ? [{ field, to: value }] : [];
  });
}

function isChange(value: unknown): value is { from: unknown; to: unknown } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}

/** A value as text; `nameOf` names permissions, states and languages. */
export function readable(value: unknown, nameOf: (value: string) => string): string {
  if (value === null || value === undefined || value === '') return '—';
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map((each) => readable(each, nameOf)).join(', ');
  if (typeof value === 'string' || typeof value === 'boolean') return nameOf(String(value));
  if (typeof value === 'object') {
    return Object.values(value)
      .map((each) => readable(each, nameOf))
      .join(' ');
  }
  return JSON.stringify(value);
}
