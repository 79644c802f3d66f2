import { decimal, type Decimal } from '@app/kernel';
import { Column } from 'typeorm';

/** A `numeric` column as an exact decimal, which never passes through a binary float. Not nullable. */
export function DecimalColumn(options: { name?: string } = {}): PropertyDecorator {
  return Column('numeric', {
    ...options,
    transformer: { to: (value: Decimal) => value.toFixed(), from: (text: string) => decimal(text) },
  });
}
