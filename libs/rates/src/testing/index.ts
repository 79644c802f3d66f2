export * from './factories';
export * from './fx-rates.contract';
export * from './given-rates';
