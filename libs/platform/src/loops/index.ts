export * from './claim-loop';
export * from './pulse';
