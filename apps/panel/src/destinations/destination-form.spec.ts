import { destinationBody, destinationProblems, emptyDestination, type DestinationValues } from './destination-form';

const argentine = (changes: Partial<DestinationValues> = {}): DestinationValues => {
  const empty = emptyDestination('AR');
  return {
    ...empty,
    bank: { ...empty.bank, name: ' Banco ', cbu: '2850590940090418135201' },
    document: { type: 'cuit', number: '20-11111111-2' },
    ...changes,
  };
};

describe('destinationProblems', () => {
  it('finds none in a complete destination', () => {
    expect(destinationProblems(argentine())).toEqual({});
  });

  it('names every missing field by its path in the API', () => {
    expect(Object.keys(destinationProblems(emptyDestination('US'))).sort()).toEqual([
      'bank.account_number',
      'bank.account_type',
      'bank.name',
      'bank.routing_number',
      'document.number',
      'document.type',
    ]);
  });

  it('reports a number that is not complete', () => {
    const { bank } = argentine();
    expect(destinationProblems(argentine({ bank: { ...bank, cbu: '28505909' } }))).toEqual({
      'bank.cbu': { key: 'unfinished.cbu', wanted: 22 },
    });
  });

  it('checks the document by the rules of the holder’s country where the bank’s has none', () => {
    const values = { ...emptyDestination('US'), country: 'BR', document: { type: 'cpf', number: '52998224724' } };
    expect(destinationProblems(values)['document.number']).toEqual({ key: 'checkDigit' });
  });
});

describe('destinationBody', () => {
  it('has the trimmed fields of the country and no others', () => {
    const { bank } = argentine();
    expect(destinationBody(argentine({ bank: { ...bank, clabe: 'left from Mexico' } }))).toEqual({
      bank_country: 'AR',
      currency: 'ARS',
      bank: { name: 'Banco', cbu: '2850590940090418135201' },
      document: { type: 'cuit', number: '20-11111111-2' },
    });
  });

  it('has the type of the account for Chile, which rails there need and the API leaves open', () => {
    expect(Object.keys(destinationBody(emptyDestination('CL')).bank)).toContain('account_type');
  });

  it('has code and account number for Brazil without a Pix key', () => {
    const brazilian = { ...emptyDestination('BR'), way: 'account' as const };
    expect(Object.keys(destinationBody(brazilian).bank)).toEqual(['name', 'code', 'account_number']);
  });
});
