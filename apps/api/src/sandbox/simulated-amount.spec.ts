import { Money, ValidationError, WrittenAmount } from '@app/kernel';
import { readSimulatedAmount } from './simulated-amount';

const { currency } = Money.of('1', 'ARS');

function read(written: string | number): string {
  try {
    return readSimulatedAmount(WrittenAmount.read(written)!, currency).toFixed();
  } catch (error) {
    if (error instanceof ValidationError) return JSON.stringify(error.details);
    throw error;
  }
}

describe('An amount for the sandbox to report', () => {
  it('is the amount as written', () => {
    expect(read('15000.5')).toBe('15000.50');
  });

  it.each([1e64, '1000000000000'])('is rejected by name, never with a failure, when it is %s', (written) => {
    expect(read(written)).toContain('must be at most 999999999999.99');
  });

  it('may be the largest amount', () => {
    expect(read('999999999999.99')).toBe('999999999999.99');
  });

  it.each(['0', '-1'])('is rejected when it is %s', (written) => {
    expect(read(written)).toContain('must be more than zero');
  });
});
