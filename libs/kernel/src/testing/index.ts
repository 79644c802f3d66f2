export { scaled, anyCurrency, amountOf, minorUnits } from './arbitraries';
export { StandingClock } from './standing-clock';
export { noTx, NoUnitOfWork } from './no-unit-of-work';
export { RecordedResponses, aClaim } from './recorded-responses';
