import { MAX_PER_PAGE } from '../../http/page-query.dto';
import { answer, orNull, text, whole } from '../../http/schema';

export const PAGING = {
  PageMeta: answer({
    per_page: whole('How many entries a page has at most.', { minimum: 1, maximum: MAX_PER_PAGE }),
    next_cursor: orNull(text('The `cursor` of the next page, null on the last one.')),
  }),
};
