import { EVENT_NAMES } from '@app/webhooks';
import { errorsOf, validated } from '../http/testing/validated';
import { endpointChanges, newEndpoint, NewWebhookEndpointDto, WebhookEndpointChangesDto } from './webhook-endpoint.dto';

type Body = Readonly<Record<string, unknown>>;

const url = 'https://shop.example/hooks?a=b#c';

const rejectedFields = async (...of: Parameters<typeof errorsOf>) => Object.keys((await errorsOf(...of)) ?? {});

describe('a request for a webhook endpoint', () => {
  const parsed = async (body: Body) => newEndpoint(await validated(NewWebhookEndpointDto, body));

  it('hands over url, description and events as they were sent', async () => {
    const body = { url, description: 'Shop', events: ['payout.failed'] };
    expect(await parsed(body)).toEqual(body);
  });

  it('needs only the url', async () => {
    expect(await parsed({ url })).toEqual({ url, description: undefined, events: undefined });
  });

  it('may have a description of null', async () => {
    expect((await parsed({ url, description: null })).description).toBeNull();
  });

  it('names a repeated event once', async () => {
    expect((await parsed({ url, events: ['payout.failed', 'payout.failed'] })).events).toEqual(['payout.failed']);
  });

  it.each(EVENT_NAMES)('may name %s', async (event) => {
    expect((await parsed({ url, events: [event] })).events).toEqual([event]);
  });

  it('counts characters, not code units, in a description', async () => {
    expect(await rejectedFields(NewWebhookEndpointDto, { url, description: '🙂'.repeat(255) })).toEqual([]);
  });

  it.each<[string, Body, string[]]>([
    ['no url', {}, ['url']],
    ['a url of null', { url: null }, ['url']],
    ['a url that is not text', { url: 5 }, ['url']],
    ['an empty url', { url: '' }, ['url']],
    ['a url of another scheme', { url: 'ftp://shop.example' }, ['url']],
    ['a description that is not text', { url, description: {} }, ['description']],
    ['a description of 256 characters', { url, description: 'x'.repeat(256) }, ['description']],
    ['a description with NUL', { url, description: 'a\0b' }, ['description']],
    ['no event', { url, events: [] }, ['events']],
    ['events of null', { url, events: null }, ['events']],
    ['events that are not a list', { url, events: 'payout.failed' }, ['events']],
    ['an unknown event', { url, events: ['payout.failed', 'payout.exploded'] }, ['events']],
    ['an event that is not text', { url, events: [['payout.failed']] }, ['events']],
    ['several faults at once', { description: 1, events: [] }, ['url', 'description', 'events']],
  ])('is rejected with %s', async (_, body, fields) => {
    expect(await rejectedFields(NewWebhookEndpointDto, body)).toEqual(fields);
  });

  it('needs https in production, and only there', async () => {
    const body = { url: 'http://shop.example/hook' };
    expect(await rejectedFields(NewWebhookEndpointDto, body, 'production')).toEqual(['url']);
    expect(await rejectedFields(NewWebhookEndpointDto, body, 'sandbox')).toEqual([]);
  });
});

describe('changes of a webhook endpoint', () => {
  const parsed = async (body: Body) => endpointChanges(await validated(WebhookEndpointChangesDto, body));

  it('hold only what was sent', async () => {
    expect(JSON.parse(JSON.stringify(await parsed({ is_active: false })))).toEqual({ isActive: false });
  });

  it('can remove the description', async () => {
    expect((await parsed({ description: null })).description).toBeNull();
  });

  it('are rejected where a new endpoint would be', async () => {
    const body = { url: null, is_active: 1, events: [] };
    expect(await rejectedFields(WebhookEndpointChangesDto, body)).toEqual(['url', 'events', 'is_active']);
    expect(await rejectedFields(WebhookEndpointChangesDto, { url: 'http://a.example' }, 'production')).toEqual(['url']);
  });
});
