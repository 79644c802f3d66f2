import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { AmountField, ChoiceField, FlagField, TextField } from './fields';
import { ConfiguredRule, Rule } from './rule';
import { errorsOf, validated } from './testing/validated';

class BankDto {
  @TextField('The number.', { maxLength: 4 })
  number!: string;
}

class OrderDto {
  @TextField('The name.', { minLength: 1, maxLength: 4 })
  name!: string;

  @AmountField('The amount.', { optional: true })
  amount?: unknown;

  @ChoiceField('The colour.', ['red', 'blue'], { optional: true, nullable: true })
  colour?: string | null;

  @FlagField('A gift.', { optional: true })
  gift?: boolean;

  @Rule(() => undefined, { optional: true })
  @ValidateNested()
  @Type(() => BankDto)
  bank?: BankDto;

  @ConfiguredRule(
    ({ environment }) =>
      (value) =>
        environment === 'production' && value === 'loose' ? 'Too loose.' : undefined,
    { optional: true },
  )
  manner?: string;
}

const VALID = { name: 'Ana' };

describe('a request', () => {
  it('is handed over as its DTO', async () => {
    expect(await validated(OrderDto, VALID)).toBeInstanceOf(OrderDto);
  });

  it('loses the fields that the DTO does not have', async () => {
    expect(await validated(OrderDto, { ...VALID, other: 1, nested: { name: 'x' } })).toEqual(VALID);
  });

  it('is rejected with one text for each rejected field', async () => {
    expect(await errorsOf(OrderDto, { name: '     ', amount: 'x', colour: 'green', gift: 'yes' })).toEqual({
      name: ['The name must have 1 to 4 characters.'],
      amount: ['The amount must be a number, or text of digits with a point before the decimals, such as "1500.00".'],
      colour: ['The colour must be one of red, blue.'],
      gift: ['The gift must be true or false.'],
    });
  });

  it('has a rejected field within another one named by its path', async () => {
    expect(await errorsOf(OrderDto, { ...VALID, bank: { number: '12345' } })).toEqual({
      'bank.number': ['The number may have at most 4 characters.'],
    });
  });

  it('may lack what is optional, and have null only where that is allowed', async () => {
    expect(await errorsOf(OrderDto, { ...VALID, colour: null })).toBeUndefined();
    expect(await errorsOf(OrderDto, { ...VALID, gift: null, amount: null })).toEqual({
      gift: ['The gift must be true or false.'],
      amount: ['The amount must be a number, or text of digits with a point before the decimals, such as "1500.00".'],
    });
  });

  it('cannot lack what is required', async () => {
    expect(await errorsOf(OrderDto, {})).toEqual({ name: ['The name is required.'] });
    expect(await errorsOf(OrderDto, { name: null })).toEqual({ name: ['The name is required.'] });
  });

  it('meets the rules of the configuration', async () => {
    const body = { ...VALID, manner: 'loose' };
    expect(await errorsOf(OrderDto, body, 'production')).toEqual({ manner: ['Too loose.'] });
    expect(await errorsOf(OrderDto, body, 'sandbox')).toBeUndefined();
  });

  it.each([
    ['a list', []],
    ['text', 'Ana'],
    ['a number', 1],
  ])('is rejected when it is %s', async (_what, body) => {
    await expect(validated(OrderDto, body)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});
