import { cnpj, cpf } from 'cpf-cnpj-validator';
import fc from 'fast-check';
import { isCpfOrMobile, parseCnpj, parseCpf, parsePixKey } from './brazil';

/** Modulo eleven from the right, as the Receita Federal describes it. A letter counts as its code less 48. */
function withCheckDigits(body: string, weights: number): string {
  const digitOf = (text: string): number => {
    const values = [...text].reverse().map((character) => character.charCodeAt(0) - 48);
    const remainder = values.reduce((sum, value, place) => sum + value * ((place % weights) + 2), 0) % 11;
    return remainder < 2 ? 0 : 11 - remainder;
  };
  const first = `${body}${digitOf(body)}`;
  return `${first}${digitOf(first)}`;
}

const REPEATED = /^(.)\1*$/;

describe('a document number', () => {
  it('of a person is right with the check digits of its nine digits, and no others', () => {
    const bodies = fc.stringMatching(/^\d{9}$/).filter((body) => !REPEATED.test(body));
    fc.assert(
      fc.property(bodies, fc.stringMatching(/^\d\d$/), (body, end) => {
        const right = withCheckDigits(body, 10);
        expect(parseCpf(right)).toBe(right);
        expect(parseCpf(body + end)).toBe(body + end === right ? right : undefined);
      }),
    );
  });

  it('of a company is right with the check digits of its twelve characters, and no others', () => {
    const bodies = fc.stringMatching(/^[\dA-Z]{12}$/).filter((body) => !REPEATED.test(body));
    fc.assert(
      fc.property(bodies, fc.stringMatching(/^\d\d$/), (body, end) => {
        const right = withCheckDigits(body, 8);
        expect(parseCnpj(right)).toBe(right);
        expect(parseCnpj(body + end)).toBe(body + end === right ? right : undefined);
      }),
    );
  });

  it.each(['11111111111', '99999999999'])('of a person is not %s', (text) => {
    expect(parseCpf(text)).toBeUndefined();
  });

  it('of a company has its letters from A to Z', () => {
    expect(['12ﬁC34501DE35', '12ßC34501DE35', '12ABC34501DEK5', '12ABC34501D\u212A35'].map(parseCnpj)).toEqual(
      Array(4).fill(undefined),
    );
  });

  it('is checked here before the package sees it', () => {
    const seen = [jest.spyOn(cpf, 'isValid'), jest.spyOn(cnpj, 'isValid')];
    for (const text of ['', 'x', '1'.repeat(200), '111.444.777-3', '12ABC34501DEXX']) {
      expect([parseCpf(text), parseCnpj(text)]).toEqual([undefined, undefined]);
    }
    for (const spy of seen) expect(spy).not.toHaveBeenCalled();
  });
});

describe('a PIX key', () => {
  it.each([
    ['111.444.777-35', { type: 'cpf', value: '11144477735' }],
    ['12.abc.345/01de-35', { type: 'cnpj', value: '12ABC34501DE35' }],
    ['11444777000161', { type: 'cnpj', value: '11444777000161' }],
    [' Pix@BCB.gov.br ', { type: 'email', value: 'pix@bcb.gov.br' }],
    [`${'a'.repeat(69)}@bcb.com`, { type: 'email', value: `${'a'.repeat(69)}@bcb.com` }],
    ['+55 (61) 91234-5678', { type: 'phone', value: '+5561912345678' }],
    ['+551132123456', { type: 'phone', value: '+551132123456' }],
    ['+5491123456789', { type: 'phone', value: '+5491123456789' }],
    ['+55 11 98000-0077', { type: 'phone', value: '+5511980000077' }],
    ['119.800.000-77', { type: 'cpf', value: '11980000077' }],
    ['123E4567-E12B-12D1-A456-426655440000', { type: 'evp', value: '123e4567-e12b-12d1-a456-426655440000' }],
  ])('%s is read as %j', (text, key) => {
    expect(parsePixKey(text)).toEqual(key);
  });

  it.each([
    ['nothing', ''],
    ['a person with a wrong check digit', '11144477736'],
    ['a telephone number without its country code', '61912345678'],
    ['eleven digits that are a CPF and a mobile number', '11980000077'],
    ['such digits in the groups of a mobile number', '11 98000-0077'],
    ['a telephone number without its area', '+55912345678'],
    ['a telephone number in an area with a zero', '+5501912345678'],
    ['a telephone number that is too long', `+${'1'.repeat(16)}`],
    ['an address of 78 characters', `${'a'.repeat(70)}@bcb.com`],
    ['an address without a domain', 'pix@'],
    ['an address with one label', 'pix@localhost'],
    ['an address with two signs', 'a@b@c.com'],
    ['an address with a space', 'pi x@bcb.gov.br'],
    ['an address with a letter that is not ASCII', 'pix@bcb.g\u212A'],
    ['a UUID without hyphens', '123e4567e12b12d1a456426655440000'],
    ['a UUID that is too short', '123e4567-e12b-12d1-a456-42665544000'],
    ['a very long text', '@'.repeat(200_000)],
  ])('is not %s', (_what, text) => {
    expect(parsePixKey(text)).toBeUndefined();
  });
});

describe('eleven digits that are a CPF and a mobile number', () => {
  it.each(['11980000077', '11 98000-0077', '119 800 000 77', '\u200B11980000077'])('are recognised in %j', (text) => {
    expect(isCpfOrMobile(text)).toBe(true);
  });

  it.each(['119.800.000-77', '+5511980000077', '11144477735', '61912345678'])('are not %s', (text) => {
    expect(isCpfOrMobile(text)).toBe(false);
  });

  it('are still a CPF where a document is asked for', () => {
    expect(parseCpf('11980000077')).toBe('11980000077');
  });
});
