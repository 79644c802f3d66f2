import { wayBack } from './way-back';

const id = '01a1fbac-f8bc-7375-8f4b-af78d4f56526';

describe('the way back to the shop', () => {
  it.each([
    ['https://shop.example', `https://shop.example/?payment_link_id=${id}`],
    ['https://shop.example/thanks', `https://shop.example/thanks?payment_link_id=${id}`],
    ['https://shop.example/thanks?', `https://shop.example/thanks?payment_link_id=${id}`],
    ['https://shop.example/thanks?order=1001', `https://shop.example/thanks?order=1001&payment_link_id=${id}`],
    ['https://shop.example/#/thanks', `https://shop.example/?payment_link_id=${id}#/thanks`],
    ['http://localhost:8080/?a=1#top', `http://localhost:8080/?a=1&payment_link_id=${id}#top`],
  ])('from %s is %s', (returnUrl, expected) => {
    expect(wayBack({ id, returnUrl })).toBe(expected);
  });

  it('keeps the query as the shop wrote it', () => {
    const query = 'a=x%20y+z&b=%2F&c&d=ñ&a=2';
    expect(wayBack({ id, returnUrl: `https://shop.example/?${query}` })).toBe(
      `https://shop.example/?${query.replace('ñ', '%C3%B1')}&payment_link_id=${id}`,
    );
  });

  it('is null without a return address', () => {
    expect(wayBack({ id, returnUrl: null })).toBeNull();
  });
});
