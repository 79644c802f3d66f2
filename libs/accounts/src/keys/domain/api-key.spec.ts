import { anApiKey } from '../../testing/factories';
import { allowsOrigin, grants, isExpired, parseKey, visiblePrefix } from './api-key';

const SECRET = 'x'.repeat(48);

describe('parseKey', () => {
  it.each`
    text                            | slug         | environment
    ${`pay_caferio_live_${SECRET}`} | ${'caferio'} | ${'live'}
    ${`pay_abc_test_${SECRET}`}     | ${'abc'}     | ${'test'}
    ${`pay_123_dev_${SECRET}`}      | ${'123'}     | ${'dev'}
    ${'pay_caferio_live_short'}     | ${'caferio'} | ${'live'}
    ${'pay_caferio_live_'}          | ${'caferio'} | ${'live'}
    ${'pay_caferio_live_a_b'}       | ${'caferio'} | ${'live'}
    ${'pay_Café_live_x'}            | ${'Café'}    | ${'live'}
  `('reads account and environment of $text, and leaves the rest to be verified', ({ text, slug, environment }) => {
    expect(parseKey(text)).toEqual({ slug, environment, text });
  });

  it.each([
    '',
    'pay',
    'pay_',
    'pay_caferio',
    'pay_caferio_live',
    'pay_caferio_prod_secret',
    'pay_caferio_LIVE_secret',
    'pay__live_secret',
    'pay_a_b_live_secret',
    'PAY_caferio_live_secret',
    'sk_caferio_live_secret',
    ' pay_caferio_live_secret',
    'Bearer pay_caferio_live_secret',
    `pay_caferio_live_${'x'.repeat(239)}`,
  ])('cannot read %j', (text) => {
    expect(parseKey(text)).toBeUndefined();
  });

  it('reads keys of up to 255 characters', () => {
    expect(parseKey(`pay_caferio_live_${'x'.repeat(238)}`)).toMatchObject({ slug: 'caferio' });
  });
});

it('the visible prefix is the first three segments', () => {
  expect(visiblePrefix('caferio', 'live')).toBe('pay_caferio_live');
});

describe('grants', () => {
  it.each`
    permissions                                       | needed                    | granted
    ${['payment_links:read']}                         | ${'payment_links:read'}   | ${true}
    ${['payment_links:read', 'payment_links:cancel']} | ${'payment_links:cancel'} | ${true}
    ${['*']}                                          | ${'payment_links:cancel'} | ${true}
    ${['webhooks:read', '*']}                         | ${'payment_links:cancel'} | ${true}
    ${['payment_links:read']}                         | ${'payment_links:cancel'} | ${false}
    ${['payment_links']}                              | ${'payment_links:read'}   | ${false}
    ${['payment_links:*']}                            | ${'payment_links:read'}   | ${false}
    ${['payment_links:read:all']}                     | ${'payment_links:read'}   | ${false}
    ${['PAYMENT_LINKS:READ']}                         | ${'payment_links:read'}   | ${false}
    ${[' payment_links:read']}                        | ${'payment_links:read'}   | ${false}
    ${['**']}                                         | ${'payment_links:read'}   | ${false}
    ${['card_payment_links:read']}                    | ${'payment_links:read'}   | ${false}
    ${[]}                                             | ${'payment_links:read'}   | ${false}
  `('$permissions for $needed: $granted', ({ permissions, needed, granted }) => {
    expect(grants(permissions, needed)).toBe(granted);
  });
});

describe('allowsOrigin', () => {
  const shop = 'https://shop.example.com';

  it.each`
    allowed                        | origin                                | allows
    ${[]}                          | ${undefined}                          | ${true}
    ${[]}                          | ${'https://evil.example'}             | ${true}
    ${['*']}                       | ${undefined}                          | ${true}
    ${['*']}                       | ${'https://evil.example'}             | ${true}
    ${[shop, '*']}                 | ${undefined}                          | ${true}
    ${[shop]}                      | ${shop}                               | ${true}
    ${['https://a.example', shop]} | ${shop}                               | ${true}
    ${[shop]}                      | ${undefined}                          | ${false}
    ${[shop]}                      | ${''}                                 | ${false}
    ${[shop]}                      | ${'null'}                             | ${false}
    ${[shop]}                      | ${'http://shop.example.com'}          | ${false}
    ${[shop]}                      | ${'https://shop.example.com:8443'}    | ${false}
    ${[shop]}                      | ${'https://shop.example.com.evil.io'} | ${false}
    ${[shop]}                      | ${'https://evil.shop.example.com'}    | ${false}
    ${['https://*.example.com']}   | ${shop}                               | ${false}
  `('$allowed with the origin $origin: $allows', ({ allowed, origin, allows }) => {
    expect(allowsOrigin(allowed, origin)).toBe(allows);
  });
});

describe('isExpired', () => {
  const at = new Date('2030-01-01T00:00:00.000Z');

  it.each`
    expiresAt                               | expired
    ${null}                                 | ${false}
    ${new Date('2030-01-01T00:00:00.001Z')} | ${false}
    ${new Date('2030-01-01T00:00:00.000Z')} | ${true}
    ${new Date('2029-12-31T23:59:59.999Z')} | ${true}
  `('a key until $expiresAt: $expired', ({ expiresAt, expired }) => {
    expect(isExpired(anApiKey({ expiresAt }), at)).toBe(expired);
  });
});
