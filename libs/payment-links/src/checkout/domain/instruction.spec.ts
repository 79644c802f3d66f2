import { storedInstruction } from './instruction';

describe('an instruction as an order stores it', () => {
  it('is read as it was stored', () => {
    const instruction = { label: 'cvu', value: '0000003100012345678901', kind: 'copy' } as const;
    expect(storedInstruction(instruction)).toEqual(instruction);
  });

  it.each([
    ['Account holder', 'account_holder'],
    ['CVU', 'cvu'],
    ['Reference number', 'reference_number'],
  ])('from before labels had codes gets one: %s', (label, code) => {
    expect(storedInstruction({ label, value: '1', kind: 'copy' })).toEqual({ label: code, value: '1', kind: 'copy' });
  });

  it('that was an English sentence about the sandbox is one in the language of the page', () => {
    const stored = { label: 'Bank page', value: 'In the sandbox there is no bank page.', kind: 'text' } as const;
    expect(storedInstruction(stored)).toEqual({ label: 'bank_page', value: '', kind: 'simulated' });
  });

  it('with a label of a later version is left as it is', () => {
    const stored = { label: 'constructor', value: '1', kind: 'text' } as const;
    expect(storedInstruction(stored)).toEqual(stored);
  });
});
