export * from './claim-loop';
