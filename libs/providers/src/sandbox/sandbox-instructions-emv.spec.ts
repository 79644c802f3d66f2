import { Money } from '@app/kernel';
import { crc16, emvPayload, labelOf, plainText } from './sandbox-instructions-emv';

describe('EMV codes', () => {
  it('computes the check value that the CRC catalogue gives for CRC-16/CCITT-FALSE', () => {
    expect(crc16('123456789')).toBe('29B1');
  });

  it('computes the checksum of the example in the Pix manual', () => {
    const example =
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304';
    expect(crc16(example)).toBe('1D3D');
  });

  it('pads a checksum to four digits', () => {
    expect(crc16('')).toBe('FFFF');
    expect(crc16('0012')).toMatch(/^[0-9A-F]{4}$/);
  });

  it('writes every object as id, length and value, ids ascending', () => {
    const payload = emvPayload({
      accounts: { '43': { '00': 'a.b', '01': 'xyz' }, '26': { '00': 'c' } },
      amount: Money.of('10.5', 'BOB'),
      country: 'BO',
      city: 'La Paz',
      merchant: 'Tienda',
      label: 'REF1',
    });
    expect(payload.slice(0, -4)).toBe(
      '000201' +
        '010212' +
        '26050001c' +
        '43140003a.b0103xyz' +
        '52040000' +
        '5303068' +
        '540510.50' +
        '5802BO' +
        '5906Tienda' +
        '6006La Paz' +
        '62080504REF1' +
        '6304',
    );
  });

  it('refuses a currency without a QR scheme', () => {
    const payment = { accounts: {}, country: 'CL', city: 'x', merchant: 'x', label: 'x' };
    expect(() => emvPayload({ ...payment, amount: Money.of('1', 'CLP') })).toThrow(RangeError);
  });

  it('refuses an object that its two-digit length cannot describe', () => {
    const payment = { country: 'AR', city: 'x', merchant: 'x', label: 'x', amount: Money.of('1', 'ARS') };
    expect(() => emvPayload({ ...payment, accounts: { '26': 'x'.repeat(100) } })).toThrow(RangeError);
  });

  it('keeps only the basic characters of a text', () => {
    expect(plainText('  São Paulo – «niño» \u202E<script>\u0000 日本 1/2 ', 40)).toBe('Sao Paulo nino script 1/2');
  });

  it('cuts a text without leaving a space at its end', () => {
    expect(plainText('abc def', 4)).toBe('abc');
  });

  it('labels with the end of a reference, at most 25 letters and digits', () => {
    expect(labelOf('sbx_0123456789abcdef0123456789abcdef')).toBe('789abcdef0123456789abcdef');
    expect(labelOf('a-1')).toBe('a1');
  });
});
