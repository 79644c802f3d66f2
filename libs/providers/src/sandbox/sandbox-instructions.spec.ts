import { Money } from '@app/kernel';
import { findMethod, PAYMENT_METHODS, type PaymentMethod } from '@app/payment-links';
import { sandboxInstructions } from './sandbox-instructions';

const REFERENCE = 'sbx_0198f3a21c4b7d2e9a3b5c6d7e8f9012';

function instructionsOf(code: string, amount: string, description = 'Order 1001', reference = REFERENCE) {
  const method = findMethod(code) as PaymentMethod;
  return sandboxInstructions(method, reference, Money.of(amount, method.currency), description);
}

function valueOf(code: string, amount: string, label: string, description?: string): string | undefined {
  return instructionsOf(code, amount, description).find((instruction) => instruction.label === label)?.value;
}

/** Reads a code back into its objects, as a bank's app does. */
function parse(payload: string): Record<string, string> {
  const objects: Record<string, string> = {};
  for (let at = 0; at < payload.length;) {
    const length = Number(payload.slice(at + 2, at + 4));
    objects[payload.slice(at, at + 2)] = payload.slice(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return objects;
}

/** By division of polynomials over the bits, unlike the code under test. */
function crcByDivision(text: string): string {
  let remainder = 0xffff;
  const bits = [...Buffer.from(text)].flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map(Number));
  for (const bit of bits) {
    const out = ((remainder >> 15) & 1) ^ bit;
    remainder = ((remainder << 1) & 0xffff) ^ (out * 0x1021);
  }
  return remainder.toString(16).toUpperCase().padStart(4, '0');
}

describe('sandboxInstructions', () => {
  it.each(PAYMENT_METHODS.map(({ code, minAmount }) => [code, minAmount.toFixed()]))(
    'returns instructions for %s, and the same ones for the same reference',
    (code, amount) => {
      const instructions = instructionsOf(code, amount);
      expect(instructions.length).toBeGreaterThan(0);
      expect(instructions.every(({ kind, value }) => (value === '') === (kind === 'simulated'))).toBe(true);
      expect(instructionsOf(code, amount)).toEqual(instructions);
    },
  );

  it.each(['ars_transfer', 'ars_qr', 'bob_qr', 'brl_pix', 'mxn_spei', 'cop_pse'])(
    'differs by reference for %s',
    (code) => {
      const other = instructionsOf(code, '5000', 'Order 1001', 'sbx_0198f3a21c4b7d2e9a3b5c6d7e8f9013');
      expect(other).not.toEqual(instructionsOf(code, '5000'));
    },
  );

  it.each([
    ['ars_qr', 'qr_code'],
    ['bob_qr', 'qr_code'],
    ['brl_pix', 'pix_code'],
  ])('closes the code of %s with a right checksum', (code, label) => {
    const payload = valueOf(code, '1234.5', label) as string;
    expect(payload.slice(-8, -4)).toBe('6304');
    expect(payload.slice(-4)).toBe(crcByDivision(payload.slice(0, -4)));
  });

  it.each([
    ['ars_qr', 'qr_code', '032', 'AR'],
    ['bob_qr', 'qr_code', '068', 'BO'],
    ['brl_pix', 'pix_code', '986', 'BR'],
  ])('puts amount, currency and country into the code of %s', (code, label, currency, country) => {
    const objects = parse(valueOf(code, '1234.5', label) as string);
    expect(objects).toMatchObject({ '00': '01', '53': currency, '54': '1234.50', '58': country });
  });

  it('writes a Pix code with key, note and transaction id', () => {
    const objects = parse(valueOf('brl_pix', '500', 'pix_code', 'Pedido nº 7: café') as string);
    expect(parse(objects['26'] as string)).toEqual({
      '00': 'br.gov.bcb.pix',
      '01': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      '02': 'Pedido no 7: cafe',
    });
    expect(parse(objects['62'] as string)['05']).toMatch(/^[A-Za-z0-9]{1,25}$/);
  });

  it.each(['\u202E\u0000', '🎁🎁', 'x'.repeat(255), 'word '.repeat(50)])(
    'still writes a readable Pix code for the description %j',
    (description) => {
      const objects = parse(valueOf('brl_pix', '1000000', 'pix_code', description) as string);
      expect(Object.keys(objects).sort().join(' ')).toBe('00 01 26 52 53 54 58 59 60 62 63');
      expect((objects['26'] as string).length).toBeLessThanOrEqual(99);
    },
  );

  it('gives a bank transfer of Argentina a CVU, an alias and a holder', () => {
    expect(instructionsOf('ars_transfer', '1000').map(({ label, kind }) => [label, kind])).toEqual([
      ['cvu', 'copy'],
      ['alias', 'copy'],
      ['account_holder', 'text'],
    ]);
  });

  it('leaves out a SPEI concept of which nothing remains', () => {
    expect(valueOf('mxn_spei', '1000', 'concept')).toBe('Order 1001');
    expect(valueOf('mxn_spei', '1000', 'concept', '日本')).toBeUndefined();
  });
});
