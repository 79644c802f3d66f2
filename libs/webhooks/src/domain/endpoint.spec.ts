import { ValidationError } from '@app/kernel';
import { parseEndpoint, parseEndpointChanges, webhookUrlComplaint, type EndpointInput } from './endpoint';
import { EVENT_NAMES } from './event-names';

const url = 'https://shop.example/hooks?a=b#c';

/** The fields that the validation error names. */
function invalidFields(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationError) return Object.keys(error.details.errors ?? {});
    throw error;
  }
  return [];
}

describe('parseEndpoint', () => {
  it('returns url, description and events as sent', () => {
    expect(parseEndpoint({ url, description: 'Shop', events: ['payout.failed'] }, true)).toEqual({
      url,
      description: 'Shop',
      events: ['payout.failed'],
    });
  });

  it('receives all six events when none are given', () => {
    expect(parseEndpoint({ url }, true).events).toEqual([...EVENT_NAMES]);
  });

  it('has no description when none or null is sent', () => {
    expect([parseEndpoint({ url }, true), parseEndpoint({ url, description: null }, true)]).toMatchObject([
      { description: null },
      { description: null },
    ]);
  });

  it('drops repeated events', () => {
    expect(parseEndpoint({ url, events: ['payout.failed', 'payout.failed'] }, true).events).toEqual(['payout.failed']);
  });

  it('counts characters, not code units, in a description', () => {
    expect(invalidFields(() => parseEndpoint({ url, description: '🙂'.repeat(255) }, true))).toEqual([]);
  });

  it.each<[string, EndpointInput, string[]]>([
    ['no url', {}, ['url']],
    ['a url of null', { url: null }, ['url']],
    ['a url that is not a string', { url: 5 }, ['url']],
    ['an empty url', { url: '' }, ['url']],
    ['a description that is not a string', { url, description: {} }, ['description']],
    ['a description of 256 characters', { url, description: 'x'.repeat(256) }, ['description']],
    ['a description with NUL', { url, description: 'a\0b' }, ['description']],
    ['no event', { url, events: [] }, ['events']],
    ['events of null', { url, events: null }, ['events']],
    ['events that are not a list', { url, events: 'payout.failed' }, ['events']],
    ['an unknown event', { url, events: ['payout.failed', 'payout.exploded'] }, ['events']],
    ['an event that is not a string', { url, events: [['payout.failed']] }, ['events']],
    ['several invalid fields', { description: 1, events: [] }, ['url', 'description', 'events']],
  ])('rejects %s', (_, input, fields) => {
    expect(invalidFields(() => parseEndpoint(input, true))).toEqual(fields);
  });
});

describe('parseEndpointChanges', () => {
  it('contains only the fields that were sent', () => {
    expect(parseEndpointChanges({ is_active: false }, true)).toEqual({ isActive: false });
  });

  it('can remove the description', () => {
    expect(parseEndpointChanges({ description: null }, true)).toEqual({ description: null });
  });

  it('rejects values that a new endpoint cannot have', () => {
    expect(invalidFields(() => parseEndpointChanges({ url: null, is_active: 1, events: [] }, true)).sort()).toEqual([
      'events',
      'is_active',
      'url',
    ]);
  });
});

describe('webhookUrlComplaint', () => {
  it.each([
    'https://a.example',
    'https://a.example:8443/x/y?z=%20',
    'https://ünïcode.example/påth',
    'https://192.0.2.1/hook',
    'https://[2001:db8::1]/hook',
    `https://a.example/${'x'.repeat(2_030)}`,
  ])('accepts %s', (address) => {
    expect(webhookUrlComplaint(address, true)).toBeUndefined();
  });

  it.each([
    'a.example/hook',
    'ftp://a.example/hook',
    'javascript:alert(1)',
    'https://',
    'https:a.example',
    'https://a b.example',
    ' https://a.example',
    'https://a.example/\nhook',
    'https://a.example\\@b.example/',
    'https://user:pass@a.example/',
    'https://user@a.example/',
    'https://a.example:99999/',
    `https://a.example/${'x'.repeat(2_031)}`,
    `https://a.example/${'é'.repeat(1_000)}`,
    'https://a.example/\ud800',
    'https://a.example/\0',
  ])('rejects %j', (address) => {
    expect(webhookUrlComplaint(address, true)).toEqual(expect.any(String));
  });

  it('accepts http only outside of production', () => {
    const address = 'http://127.0.0.1:4000/hook';
    expect([webhookUrlComplaint(address, false), webhookUrlComplaint(address, true)]).toEqual([
      undefined,
      'The url must be an https address.',
    ]);
  });
});
