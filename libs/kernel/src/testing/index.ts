export * from './arbitraries';
export * from './standing-clock';
export * from './no-unit-of-work';
export * from './recorded-responses';
