import { bodyOfForm, destinationOf, estimateBody, groupedEstimates, type LinkForm } from './draft';
import type { Estimate } from './queries';

const FORM: LinkForm = {
  amount: '1.500,50',
  currency: 'BRL',
  amountType: 'charge',
  description: ' Order 1 ',
  customerPaidFee: true,
  reference: '',
  returnUrl: '',
  webhookUrl: '',
};
const WALLETS = [
  { lane: 'local', currency: 'ARS' },
  { lane: 'usd', currency: 'USD' },
];

describe('destinationOf', () => {
  it('is the USD wallet for dollars and the local wallet for all others', () => {
    expect([destinationOf('USD', WALLETS), destinationOf('BRL', WALLETS)]).toEqual(['USD', 'ARS']);
  });

  it('is the currency itself without a wallet, so that the API reports the missing wallet', () => {
    expect(destinationOf('BRL', [])).toBe('BRL');
  });
});

describe('bodyOfForm', () => {
  it('is the body of the request, with the amount as the API reads it', () => {
    expect(bodyOfForm(FORM, 'ARS', 'es')).toEqual({
      body: {
        amount: '1500.50',
        currency: 'BRL',
        currency_destiny: 'ARS',
        amount_type: 'charge',
        description: 'Order 1',
        customer_paid_fee: true,
      },
    });
  });

  it('has the given webhook address', () => {
    expect(bodyOfForm({ ...FORM, webhookUrl: ' https://shop.example/hook ' }, 'ARS', 'es')).toMatchObject({
      body: { webhook_url: 'https://shop.example/hook' },
    });
  });

  it('has the reference and the way back to the shop', () => {
    const form = { ...FORM, reference: ' A-1001 ', returnUrl: 'https://shop.example/thanks' };
    expect(bodyOfForm(form, 'ARS', 'es')).toMatchObject({
      body: { reference: 'A-1001', return_url: 'https://shop.example/thanks' },
    });
  });

  it('resets the fixed side when nothing is converted', () => {
    expect(bodyOfForm({ ...FORM, currency: 'ARS' }, 'ARS', 'es')).toMatchObject({ body: { amount_type: 'receive' } });
  });

  it('reads the amount in the currency of the amount field', () => {
    const charged = bodyOfForm({ ...FORM, currency: 'CLP', amount: '10,5' }, 'ARS', 'es');
    const received = bodyOfForm({ ...FORM, currency: 'CLP', amount: '10,5', amountType: 'receive' }, 'ARS', 'es');
    expect([charged, received]).toMatchObject([{ amount: 'tooManyDigits' }, { body: { amount: '10.5' } }]);
  });

  it('names everything that is missing', () => {
    expect(bodyOfForm({ ...FORM, amount: '', description: ' ' }, 'ARS', 'es')).toEqual({
      amount: 'required',
      description: 'required',
    });
  });
});

describe('estimateBody', () => {
  it('is the same whatever the description and the address', () => {
    const other = { ...FORM, description: 'Another', reference: 'A-1', webhookUrl: 'https://' };
    expect(estimateBody(other, 'ARS', 'es')).toEqual(estimateBody(FORM, 'ARS', 'es'));
  });

  it('needs an amount', () => {
    expect(estimateBody({ ...FORM, amount: '0' }, 'ARS', 'es')).toBeUndefined();
  });
});

describe('groupedEstimates', () => {
  const estimate = (method: Estimate['method'], credited: string) =>
    ({ method, credited_amount: credited }) as Estimate;

  it('groups methods with the same figures', () => {
    const groups = groupedEstimates([
      estimate('ars_transfer', '97.10'),
      estimate('ars_qr', '97.10'),
      estimate('brl_pix', '95.00'),
    ]);
    expect(groups.map(({ methods }) => methods)).toEqual([['ars_transfer', 'ars_qr'], ['brl_pix']]);
  });
});
