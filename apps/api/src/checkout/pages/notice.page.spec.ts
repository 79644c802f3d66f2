import { aContext } from '../testing/fakes';
import { noticePage } from './notice.page';

it('a notice links to try again only if it has an address for that', () => {
  const { texts } = aContext();
  expect(noticePage(aContext(), texts.unavailable, '/checkout/1')).toContain('href="/checkout/1">Try again</a>');
  expect(noticePage(aContext(), texts.notFound)).not.toContain('Try again');
});
