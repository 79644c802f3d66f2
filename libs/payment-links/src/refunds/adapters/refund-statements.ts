import { orderStatements } from '@app/rails';
import { OPEN_REFUND_STATUSES } from '../domain/refund';
import { REFUNDS } from './refund-rows';

/** The statements with which workers and staff take turns on a refund. */
export const REFUND_ORDERS = orderStatements({
  name: 'refunds',
  columns: REFUNDS.select('o'),
  openStatuses: OPEN_REFUND_STATUSES,
});
