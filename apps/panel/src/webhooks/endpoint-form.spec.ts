import { newEndpoint, problemsOf, valuesOf } from './endpoint-form';
import { EVENTS } from './events';

const GOOD = { ...valuesOf(), url: 'https://shop.example/hook' };

describe('the form of an endpoint', () => {
  it('begins with all events', () => {
    expect(valuesOf().events).toEqual(EVENTS);
  });

  it('accepts an https address', () => {
    expect(problemsOf(GOOD)).toEqual({});
  });

  it.each([
    ['', 'urlMissing'],
    ['shop.example/hook', 'urlWrong'],
    ['ftp://shop.example', 'urlWrong'],
    ['https://shop .example', 'urlWrong'],
    ['https://ana:secret@shop.example', 'urlCredentials'],
    [`https://shop.example/${'a'.repeat(2_048)}`, 'urlTooLong'],
  ])('rejects %j', (url, problem) => {
    expect(problemsOf({ ...GOOD, url })).toEqual({ url: problem });
  });

  it('requires an event', () => {
    expect(problemsOf({ ...GOOD, events: [] })).toEqual({ events: 'eventsMissing' });
  });

  it('sends no empty description', () => {
    expect(newEndpoint({ ...GOOD, description: ' ' })).toMatchObject({ description: null });
  });
});
