export { GivenRates } from './given-rates';
