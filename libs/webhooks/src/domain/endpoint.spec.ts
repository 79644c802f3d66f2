import { ValidationError } from '@app/kernel';
import { parseEndpoint, parseEndpointChanges, webhookUrlComplaint, type EndpointInput } from './endpoint';
import { EVENT_NAMES } from './event-names';

const url = 'https://shop.example/hooks?a=b#c';

/** The fields that a refusal names. */
function refused(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationError) return Object.keys(error.details.errors ?? {});
    throw error;
  }
  return [];
}

describe('parseEndpoint', () => {
  it('takes url, description and events as they were sent', () => {
    expect(parseEndpoint({ url, description: 'Shop', events: ['payout.failed'] }, true)).toEqual({
      url,
      description: 'Shop',
      events: ['payout.failed'],
    });
  });

  it('hears of all six events when none are named', () => {
    expect(parseEndpoint({ url }, true).events).toEqual([...EVENT_NAMES]);
  });

  it('has no description when none is sent, or null', () => {
    expect([parseEndpoint({ url }, true), parseEndpoint({ url, description: null }, true)]).toMatchObject([
      { description: null },
      { description: null },
    ]);
  });

  it('keeps a repeated event once', () => {
    expect(parseEndpoint({ url, events: ['payout.failed', 'payout.failed'] }, true).events).toEqual(['payout.failed']);
  });

  it('counts characters, not code units, in a description', () => {
    expect(refused(() => parseEndpoint({ url, description: '🙂'.repeat(255) }, true))).toEqual([]);
  });

  it.each<[string, EndpointInput, string[]]>([
    ['no url', {}, ['url']],
    ['a url of null', { url: null }, ['url']],
    ['a url that is no text', { url: 5 }, ['url']],
    ['an empty url', { url: '' }, ['url']],
    ['a description that is no text', { url, description: {} }, ['description']],
    ['a description of 256 characters', { url, description: 'x'.repeat(256) }, ['description']],
    ['a description with NUL', { url, description: 'a\0b' }, ['description']],
    ['no event', { url, events: [] }, ['events']],
    ['events of null', { url, events: null }, ['events']],
    ['events that are no list', { url, events: 'payout.failed' }, ['events']],
    ['an unknown event', { url, events: ['payout.failed', 'payout.exploded'] }, ['events']],
    ['an event that is no text', { url, events: [['payout.failed']] }, ['events']],
    ['several faults at once', { description: 1, events: [] }, ['url', 'description', 'events']],
  ])('refuses %s', (_, input, fields) => {
    expect(refused(() => parseEndpoint(input, true))).toEqual(fields);
  });
});

describe('parseEndpointChanges', () => {
  it('holds only what was sent', () => {
    expect(parseEndpointChanges({ is_active: false }, true)).toEqual({ isActive: false });
  });

  it('can remove the description', () => {
    expect(parseEndpointChanges({ description: null }, true)).toEqual({ description: null });
  });

  it('refuses what a new endpoint could not have', () => {
    expect(refused(() => parseEndpointChanges({ url: null, is_active: 1, events: [] }, true)).sort()).toEqual([
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
  ])('refuses %j', (address) => {
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
