import { linkPage } from './link-page';

const about = (kind: string) => linkPage({ payment_link_id: 'l1', payload: { data: { kind } } });

it('leads to the page of a payment link', () => {
  expect(about('payment_link')).toBe('/links/l1');
});

it('leads to the page of a card payment link', () => {
  expect(about('card_payment_link')).toBe('/links/cards/l1');
});
