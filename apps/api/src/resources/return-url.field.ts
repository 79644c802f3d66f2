import { httpUrlProblem, MAX_URL_LENGTH } from '@app/kernel';
import { applyDecorators } from '@nestjs/common';
import { TextProperty, type PropertyOptions } from '../http/properties';
import { ConfiguredRule } from '../http/rule';

/** An address that the payer's browser is led to; in production it must be https. */
export function ReturnUrlField(description: string, options: PropertyOptions = {}): PropertyDecorator {
  return applyDecorators(
    TextProperty(description, { format: 'uri', maxLength: MAX_URL_LENGTH, ...options }),
    ConfiguredRule(
      ({ environment }) =>
        (value, field) =>
          httpUrlProblem(value, field, { httpsOnly: environment === 'production' }),
      options,
    ),
  );
}
