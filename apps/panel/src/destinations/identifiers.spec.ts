import { checkBankField, checkDocument } from './identifiers';

describe('checkBankField', () => {
  it.each([
    ['cbu', 'AR', '2850590940090418135201', 'cbu'],
    ['cbu', 'AR', '0000003100062244154712', 'cvu'],
    ['cbu', 'AR', 'mi.alias.mp', 'alias'],
    ['clabe', 'MX', '032 180 000118359719', 'clabe'],
    ['routing_number', 'US', '021000021', 'routing_number'],
    ['pix_key', 'BR', 'Ana@Example.com', 'pix_email'],
    ['pix_key', 'BR', '+55 11 98765-4321', 'pix_phone'],
    ['pix_key', 'BR', '529.982.247-25', 'pix_cpf'],
    ['pix_key', 'BR', '11.222.333/0001-81', 'pix_cnpj'],
    ['pix_key', 'BR', '123e4567-e89b-12d3-a456-426614174000', 'pix_evp'],
  ] as const)('recognises the %s of %s in %s', (field, country, text, as) => {
    expect(checkBankField(field, country, text)).toEqual({ is: 'recognised', as });
  });

  it.each([
    ['cbu', 'AR', '2850590940090418135202', 'checkDigit'],
    ['cbu', 'AR', '28505909400904181352011', 'tooLong'],
    ['cbu', 'AR', 'mi alias', 'aliasCharacters'],
    ['cbu', 'AR', 'an.alias.that.is.too.long', 'aliasTooLong'],
    ['clabe', 'MX', '032180000118359718', 'checkDigit'],
    ['clabe', 'MX', '03218000011835971X', 'digitsOnly'],
    ['routing_number', 'US', '021000022', 'checkDigit'],
    ['pix_key', 'BR', '52998224724', 'pixCpf'],
    ['pix_key', 'BR', '11980000077', 'pixCpfOrMobile'],
    ['pix_key', 'BR', '11222333000182', 'pixCnpj'],
    ['pix_key', 'BR', '+55 11 98765-43210', 'phone'],
    ['account_number', 'US', '12A4', 'usAccountNumber'],
    ['account_number', 'CL', 'ABCDE', 'accountNumber'],
    ['code', 'CL', '123456789012', 'code'],
  ] as const)('reports the error in the %s of %s in %s', (field, country, text, why) => {
    expect(checkBankField(field, country, text)).toMatchObject({ is: 'wrong', why });
  });

  it.each([
    ['cbu', 'AR', '28505909', 'cbu'],
    ['cbu', 'AR', 'mi.al', 'alias'],
    ['clabe', 'MX', '0321', 'digits'],
    ['pix_key', 'BR', 'ana@', 'email'],
    ['pix_key', 'BR', '+5511', 'phone'],
    ['pix_key', 'BR', '123e4567-e89b', 'evp'],
    ['pix_key', 'BR', '529982', 'pix'],
    ['account_number', 'BO', '12', 'atLeast'],
  ] as const)('reports as unfinished the %s of %s in %s', (field, country, text, hint) => {
    expect(checkBankField(field, country, text)).toMatchObject({ is: 'unfinished', hint });
  });

  it('counts the digits of an unfinished number', () => {
    expect(checkBankField('clabe', 'MX', '032 180')).toMatchObject({ typed: 6, wanted: 18 });
  });

  it.each([
    ['cbu', 'AR', '\u202A28505909\u00A04009\u20110418135201\u202C'],
    ['clabe', 'MX', '\uFEFF032\u200B180\t00011835971\u22129'],
    ['pix_key', 'BR', '\u2060111.444.777\u201035'],
    ['routing_number', 'US', '０２１０００\u00AD021'],
  ] as const)('recognises the %s of %s in pasted text, as the service does', (field, country, text) => {
    expect(checkBankField(field, country, text)).toMatchObject({ is: 'recognised' });
  });

  it('has no error for an empty field', () => {
    expect(checkBankField('clabe', 'MX', '  ')).toEqual({ is: 'empty' });
  });

  it('accepts an account number without check digits', () => {
    expect(checkBankField('account_number', 'CO', '0012-345678')).toEqual({ is: 'fine' });
  });
});

describe('checkDocument', () => {
  it.each([
    ['cuit', ['AR'], '20-11111111-2', { is: 'recognised', as: 'cuit' }],
    ['cuit', ['AR'], '20-11111111-3', { is: 'wrong', why: 'checkDigit' }],
    ['dni', ['AR'], '12.345.678', { is: 'fine' }],
    ['cpf', ['BR'], '529.982.247-25', { is: 'recognised', as: 'cpf' }],
    ['cnpj', ['BR'], '12.ABC.345/01DE-35', { is: 'recognised', as: 'cnpj' }],
    ['rut', ['CL'], '12.345.678-5', { is: 'recognised', as: 'rut' }],
    ['rut', ['CL'], '123456784', { is: 'wrong', why: 'checkDigit' }],
    ['nit', ['CO'], '890.903.938-8', { is: 'recognised', as: 'nit' }],
    ['cc', ['CO'], '1020304050', { is: 'fine' }],
    ['rfc', ['MX'], 'GODE561231GR8', { is: 'fine' }],
  ] as const)('checks a %s in %j: %s', (type, countries, text, expected) => {
    expect(checkDocument(type, countries, text)).toEqual(expected);
  });

  it('applies the rules of the bank’s country before those of the holder’s', () => {
    expect(checkDocument('nit', ['BO', 'CO'], '1234')).toMatchObject({ is: 'unfinished', hint: 'nit' });
  });

  it('reports as unfinished a RUT without its last character', () => {
    expect(checkDocument('rut', ['CL'], '12.345.67')).toMatchObject({ is: 'unfinished', hint: 'rut' });
  });
});
