import { Money } from '@app/kernel';
import type { RailDestination } from '@app/transfers';
import { PAYOUT_COUNTRIES, payoutRequest, UnmappableOrderError } from './dlocal-payout-fields';
import { aClabePayout } from './testing/dlocal-payouts.subject';

const CURRENCIES = Object.fromEntries(PAYOUT_COUNTRIES.map(({ country, currency }) => [country, currency]));

/** An account of that country with what dLocal needs, and its holder. */
const DESTINATIONS: Readonly<Record<string, RailDestination>> = {
  AR: {
    name: 'Ana Pérez',
    document: { type: 'cuit', number: '20055361682' },
    country: 'AR',
    bank: { name: 'Banco Galicia', cbu: '2850590940090418135201' },
  },
  BO: {
    name: 'Ana Pérez',
    document: { type: 'ci', number: '1234567' },
    country: 'BO',
    bank: { name: 'Banco Unión', code: 'UNI', account_number: '10000012345678' },
  },
  BR: {
    name: 'Ana Souza',
    document: { type: 'cpf', number: '11144477735' },
    country: 'BR',
    bank: { name: 'Banco do Brasil', pix_key: 'ana@example.com', pix_key_type: 'email' },
  },
  CL: {
    name: 'Ana Pérez',
    document: { type: 'rut', number: '12345678-5' },
    country: 'CL',
    bank: { name: 'BancoEstado', code: '12', account_number: '123456789', account_type: 'checking' },
  },
  CO: {
    name: 'Ana Pérez',
    document: { type: 'cc', number: '1004922993' },
    country: 'CO',
    bank: { name: 'Bancolombia', code: '1007', account_number: '27213213912', account_type: 'savings' },
  },
  MX: {
    name: 'Ana Pérez',
    document: { type: 'rfc', number: 'PEGA800101AB1' },
    country: 'MX',
    bank: { name: 'BBVA México', clabe: '012180001234567899' },
  },
};

function requestFor(country: string, changes: Partial<RailDestination> = {}, amount = '100') {
  const { name, document, bank } = DESTINATIONS[country]!;
  const destination = { name, document, country, bank, ...changes };
  return payoutRequest(aClabePayout({ amount: Money.of(amount, CURRENCIES[country]!), destination }), undefined);
}

const withBank = (country: string, changes: Readonly<Record<string, string | undefined>>) => {
  const bank = Object.fromEntries(
    Object.entries({ ...DESTINATIONS[country]!.bank, ...changes }).filter(
      (each): each is [string, string] => !!each[1],
    ),
  );
  return { bank };
};

it('writes the payout with our id, the amount as a number, and the address for notifications', () => {
  const order = aClabePayout({ comment: 'Invoice 7' });
  expect(payoutRequest(order, 'https://pay.example.com/hook')).toEqual({
    external_id: `sp-${order.payoutId}`,
    payment_method_id: 'BANK_TRANSFER',
    flow_type: 'B2C',
    purpose: 'OTHER',
    country: 'MX',
    currency: 'MXN',
    currency_to_pay: 'MXN',
    amount: 1250.5,
    description: 'Invoice 7',
    notification_url: 'https://pay.example.com/hook',
    beneficiary: {
      first_name: 'Ana',
      last_name: 'María Pérez',
      email: 'ana@example.com',
      document: { id: 'HEGG560427MVZRRL04', type: 'CURP' },
      bank_account: { account: '012180001234567899', code: '012' },
    },
  });
});

it.each([
  ['AR', { account: '2850590940090418135201', type: 'C' }, { id: '20055361682', type: 'CUIT' }],
  ['BO', { account: '10000012345678', code: '6' }, { id: '1234567', type: 'CI' }],
  ['BR', { account: 'ana@example.com' }, { id: '11144477735', type: 'CPF' }],
  ['CL', { account: '123456789', code: '012', type: 'C' }, { id: '123456785', type: 'RUT' }],
  ['CO', { account: '27213213912', code: '007', type: 'S' }, { id: '1004922993', type: 'CC' }],
  ['MX', { account: '012180001234567899', code: '012' }, { id: 'PEGA800101AB1', type: 'RFC' }],
])('writes an account of %s and its holder as dLocal needs them', (country, account, document) => {
  expect(requestFor(country)).toMatchObject({
    country,
    currency: CURRENCIES[country],
    beneficiary: { first_name: 'Ana', bank_account: account, document },
  });
});

it('pays a PIX key out by the instant method', () => {
  expect(requestFor('BR')).toMatchObject({ payment_method_id: 'INSTANT_PAYMENT' });
});

it.each([
  ['AR', { type: 'cuit', number: '30712345671' }],
  ['BO', { type: 'nit', number: '1020703023' }],
  ['BR', { type: 'cnpj', number: '11222333000181' }],
  ['CL', { type: 'rut', number: '76086428-5' }],
  ['CO', { type: 'nit', number: '890903938-8' }],
  ['MX', { type: 'rfc', number: 'ABC800101AB1' }],
])('a company in %s is paid under its whole name', (country, document) => {
  const name = 'Café Río';
  expect(requestFor(country, { name, document })).toMatchObject({
    flow_type: 'B2B',
    beneficiary: { business_name: name },
  });
});

it.each([
  ['1507', '0507'],
  ['1551', '551'],
  ['007', '007'],
])('the bank %s of Colombia has the number %s at dLocal', (code, expected) => {
  expect(requestFor('CO', withBank('CO', { code }))).toMatchObject({
    beneficiary: { bank_account: { code: expected } },
  });
});

it('a document of a type that Mexico does not need is left out', () => {
  const { beneficiary } = requestFor('MX', { document: { type: 'passport', number: 'A1' } });
  expect(beneficiary).not.toHaveProperty('document');
});

it.each([
  ['an alias', () => requestFor('AR', withBank('AR', { cbu: 'ana.perez.mp' })), 'not to an alias'],
  ['a DNI', () => requestFor('AR', { document: { type: 'dni', number: '12345678' } }), 'cuit, cuil'],
  ['a bank of Bolivia that it does not list', () => requestFor('BO', withBank('BO', { name: 'Banco X' })), 'Banco X'],
  [
    'a Brazilian account number',
    () => requestFor('BR', { bank: { name: 'Itaú', code: '341', account_number: '123451' } }),
    'branch',
  ],
  ['a Chilean account without its type', () => requestFor('CL', withBank('CL', { account_type: undefined })), 'type'],
  ['a bank code of another form', () => requestFor('CO', withBank('CO', { code: '2007' })), 'the code 2007'],
  ['an account without a number', () => requestFor('CO', withBank('CO', { account_number: undefined })), 'number'],
  ['an account in Mexico without a CLABE', () => requestFor('MX', withBank('MX', { clabe: undefined })), 'CLABE'],
  ['a holder with one name', () => requestFor('MX', { name: 'Ana' }), 'last name'],
  ['a fraction of a Colombian peso', () => requestFor('CO', {}, '100.50'), 'whole COP'],
  ['dollars to Mexico', () => payoutRequest(aClabePayout({ amount: Money.of('5', 'USD') }), undefined), 'USD'],
  [
    'a country that it does not serve',
    () => payoutRequest(aClabePayout({ destination: { ...DESTINATIONS['MX']!, country: 'US' } }), undefined),
    'US',
  ],
  ['an amount that a JSON number does not hold', () => requestFor('MX', {}, '90071992547409.91'), 'digits'],
])('%s cannot be written, and the reason says why', (_what, write, reason) => {
  expect(write).toThrow(UnmappableOrderError);
  expect(write).toThrow(reason);
});
