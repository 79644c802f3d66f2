import { EVENT_NAMES, EXAMPLE_DATA, type EventName } from '@app/webhooks';
import type { Type } from '@nestjs/common';
import {
  LinkEventDataDto,
  PaymentEventDataDto,
  PaymentReturnedEventDataDto,
  PayoutEventDataDto,
} from './webhook-event.dto';

const MODELS: Readonly<Record<string, Type>> = {
  'payment.completed': PaymentEventDataDto,
  'payment.returned': PaymentReturnedEventDataDto,
  payment_link: LinkEventDataDto,
  payout: PayoutEventDataDto,
};

const documented = (event: EventName): string[] => {
  const model = (MODELS[event] ?? MODELS[event.split('.')[0] as string]) as Type;
  const names = Reflect.getMetadata('swagger/apiModelPropertiesArray', model.prototype as object) as string[];
  return names.map((name) => name.replace(/^:/, ''));
};

it.each(EVENT_NAMES)('the data of a test event %s have the documented fields', (event) => {
  expect(Object.keys(EXAMPLE_DATA[event]).sort()).toEqual(documented(event).sort());
});
