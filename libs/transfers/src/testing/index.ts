export * from './destination-repositories.contract';
export * from './factories';
export * from './harness-destinations';
export * from './in-memory-destinations';
export * from './route-and-terms-repositories.contract';
