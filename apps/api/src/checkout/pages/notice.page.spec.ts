import { aContext } from '../testing/fakes';
import { noticePage } from './notice.page';

it('a notice offers to try again only where that can help', () => {
  const { texts } = aContext();
  expect(noticePage(aContext(), texts.unavailable, '/checkout/1')).toContain('href="/checkout/1">Try again</a>');
  expect(noticePage(aContext(), texts.notFound)).not.toContain('Try again');
});
