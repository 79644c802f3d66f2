export { Batcher, KeyedBatcher, isolateFailures, type Answer, type BatchWork, type Failure } from './batcher';
export { canonicalJson } from './canonical-json';
export { Clock, SystemClock } from './clock';
export {
  PAYER_CURRENCIES,
  USD,
  isCurrency,
  toCurrency,
  currencies,
  digitsOf,
  type Currency,
  type PayerCurrency,
} from './currency';
export { encodeCursor, decodeCursor } from './cursor';
export { isDay, dayOf, parseDate } from './date';
export { within, abortAfter } from './deadline';
export { decimal, parseDecimal, decimalsOf, roundTo, ZERO, ONE, type Decimal } from './decimal';
export { DomainError, ValidationError } from './domain-error';
export { MAX_EMAIL, isEmail, typedEmail, userAddress } from './email';
export { RepeatedMemberError, parseExactJson } from './exact-json';
export { MAX_URL_LENGTH, httpUrlProblem, misreadUrlProblem, hostProblem } from './http-url';
export { IdempotentResponses, type IdempotencyClaim, type IdempotentResponse } from './idempotent-responses';
export { newId, isUuid, randomText } from './ids';
export { Money } from './money';
export { readReportedAmount, type UnsupportedAmount } from './reported-amount';
export type { Page } from './page';
export { pageById, type PageRequest } from './page-by-id';
export { Problems } from './problems';
export { RECORD_RETRIES_MS, retrying } from './retrying';
export { signatureOf, verifySignature, type SignedMessage } from './signature';
export { Slots } from './slots';
export { move, sourcesOf, sourceOf, targetOf, type Transitions, type Move } from './state-machine';
export { isStorable, isLegible, withoutByteOrderMark } from './text';
export { isTimeZone, dayIn, addDays, startOfDay, localTime } from './time-zone';
export { timedPage, timedPosition, type ListPeriod, type ListPart } from './timed-page';
export { Tx, RetryTransactionError, ConnectionLostError, UnitOfWork } from './unit-of-work';
export { parseUrl } from './url';
export { WrittenAmount, decimalsRule } from './written-amount';
