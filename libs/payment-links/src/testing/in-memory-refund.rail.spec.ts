import { InMemoryRefundRail } from './in-memory-refund.rail';
import { refundRailContract } from './refund-rail.contract';

describe('InMemoryRefundRail', () => {
  const rail = new InMemoryRefundRail();
  refundRailContract(() => rail);
});
