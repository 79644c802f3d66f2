import { refundableOf } from './refundable';

const paid = (refunds: Parameters<typeof refundableOf>[0]['refunds'], status: 'credited' | 'disputed' = 'credited') =>
  refundableOf({ status, payer_amount: '15000.00', refunds });

describe('what can still be refunded', () => {
  it('is the payment without its refunds, those under way included', () => {
    expect(
      paid([
        { status: 'completed', amount: '5000.00' },
        { status: 'requested', amount: '1000.50' },
        { status: 'failed', amount: '9000.00' },
      ]),
    ).toBe('8999.50');
  });

  it('is nothing once all of it was refunded, and while the payment is not credited', () => {
    expect(paid([{ status: 'completed', amount: '15000.00' }])).toBeUndefined();
    expect(paid([], 'disputed')).toBeUndefined();
  });
});
