import { inListPart, statement, type Statement } from '@app/platform';
import { LINK_COLUMNS } from '../../links/adapters/link-rows';
import { RECEIVED_PAYMENTS } from './received-payment-rows';

/*
 * The statements of the lists of links and received payments, and of their totals. All take the same first parameters:
 * $1 account, $2 from, $3 to (excluded), $4 and $5 the position that the cursor names, $6 limit, $7 status, $8 currency,
 * and $9: the kind of links, the method of payments. A search adds $10 its text, $11 and $12 the ids that begin with it.
 */

/** Up to so many matches of a search are sorted. More are found on the way along the list itself. */
export const FEW = 1_000;
/** How far a page is looked for on that way. Where the matches are older, they are sorted after all. */
export const LONGEST_WAY = 5_000;

/**
 * The links that have every word of the search, as `payment_links_words_idx` has them. The words carry the account, and
 * a condition on the account beside them could lead to another index. The query is made once.
 */
const hasWords = (account: string, search: string) =>
  `link_words(l.account_id, l.description, l.reference) @@ (SELECT link_query(${account}::uuid, ${search}::text))`;
const HAS_WORDS = hasWords('$1', '$10');
const linkIdFits = (column: string) => `${column} BETWEEN $11::uuid AND $12::uuid`;

/** Whether many links have the words: counts no further than `FEW`. */
export const COUNT_SEARCHED = statement(
  'collections.count-searched',
  `SELECT count(*)::integer AS count FROM (
     SELECT FROM payment_links l WHERE ${hasWords('$1', '$2')} LIMIT ${FEW}) AS found`,
);

/** How a list and its totals are read without a search, with one of few matches, and with one of many. */
export interface ListStatements {
  readonly all: Statement;
  readonly few: Statement;
  /** $13: the newest rows that are searched; null for all. */
  readonly many: Statement;
  readonly totals: Statement;
  readonly searchedTotals: Statement;
}

// The filters drop rows on the way along the index of account, date and id. A separate index would pay off only if very
// few rows pass them.
const LINK_FILTERS = `l.kind = $9 AND ($7::text IS NULL OR l.status = $7) AND ($8::text IS NULL OR l.currency = $8)`;
const DECLARED = `CASE l.amount_type WHEN 'charge' THEN l.currency ELSE l.currency_destiny END`;

/** By an id also those of other accounts, which the list's own condition drops. */
const FOUND_LINKS = `found AS MATERIALIZED (
    SELECT ${LINK_COLUMNS} FROM payment_links l WHERE ${HAS_WORDS}
    UNION ALL
    SELECT ${LINK_COLUMNS} FROM payment_links l WHERE ${linkIdFits('l.id')} AND NOT coalesce(${HAS_WORDS}, false))`;

const linkPage = (from: string, further = '') => `SELECT ${LINK_COLUMNS} FROM ${from}
    WHERE ${inListPart('l')} AND ${LINK_FILTERS} ${further} ORDER BY l.created_at DESC, l.id DESC LIMIT $6`;
const linkTotals = (
  from: string,
) => `SELECT ${DECLARED} AS currency, count(*)::integer AS count, sum(l.amount) AS amount
    FROM ${from} WHERE ${inListPart('l')} AND ${LINK_FILTERS} GROUP BY 1 ORDER BY 1 LIMIT $6`;

export const LINK_LIST: ListStatements = {
  all: statement('collections.links', linkPage('payment_links l')),
  few: statement('collections.links-searched', `WITH ${FOUND_LINKS} ${linkPage('found l')}`),
  // Written so that no index can serve it but that of the list.
  many: statement(
    'collections.links-searched-on-the-way',
    linkPage(
      `(SELECT * FROM payment_links l WHERE ${inListPart('l')} ORDER BY l.created_at DESC, l.id DESC LIMIT $13) l`,
      `AND (${HAS_WORDS} OR ${linkIdFits('l.id')})`,
    ),
  ),
  totals: statement('collections.link-totals', linkTotals('payment_links l')),
  searchedTotals: statement('collections.links-searched-totals', `WITH ${FOUND_LINKS} ${linkTotals('found l')}`),
};

const PAYMENT_FILTERS = `($7::text IS NULL OR p.status = $7) AND ($8::text IS NULL OR p.currency = $8)
      AND ($9::text IS NULL OR p.payment_method = $9)`;

/** A payment with what its link says about it. */
export const PAYMENT_COLUMNS = `${RECEIVED_PAYMENTS.select('p')}, l.description, l.reference`;
const LINK_OF_PAYMENT = 'payment_links l ON l.id = p.payment_link_id';
const PAYMENTS = `received_payments p JOIN ${LINK_OF_PAYMENT}`;

const FOUND_PAYMENTS = `${FOUND_LINKS}, found_payments AS MATERIALIZED (
    SELECT p.id FROM found JOIN received_payments p ON p.payment_link_id = found.id
    UNION
    SELECT p.id FROM received_payments p WHERE ${linkIdFits('p.id')})`;

const paymentPage = (from: string, further = '') => `SELECT ${PAYMENT_COLUMNS} FROM ${from}
    WHERE ${inListPart('p')} AND ${PAYMENT_FILTERS} ${further} ORDER BY p.created_at DESC, p.id DESC LIMIT $6`;
const paymentTotals = (from: string, further = '') => `SELECT p.currency, count(*)::integer AS count,
    sum(p.credited_amount) AS amount FROM ${from} WHERE ${inListPart('p')} AND ${PAYMENT_FILTERS} ${further}
    GROUP BY 1 ORDER BY 1 LIMIT $6`;
const PAYMENTS_FOUND = `found_payments JOIN received_payments p ON p.id = found_payments.id`;

/** With a search, within all payments. */
export const PAYMENT_LIST: ListStatements = {
  all: statement('collections.payments', paymentPage(PAYMENTS)),
  few: statement(
    'collections.payments-searched',
    `WITH ${FOUND_PAYMENTS} ${paymentPage(`${PAYMENTS_FOUND} JOIN ${LINK_OF_PAYMENT}`)}`,
  ),
  many: statement(
    'collections.payments-searched-on-the-way',
    paymentPage(
      `(SELECT * FROM received_payments p WHERE ${inListPart('p')} ORDER BY p.created_at DESC, p.id DESC LIMIT $13) p
       JOIN ${LINK_OF_PAYMENT}`,
      `AND (${HAS_WORDS} OR ${linkIdFits('p.payment_link_id')} OR ${linkIdFits('p.id')})`,
    ),
  ),
  totals: statement('collections.payment-totals', paymentTotals('received_payments p')),
  searchedTotals: statement(
    'collections.payments-searched-totals',
    `WITH ${FOUND_PAYMENTS} ${paymentTotals(PAYMENTS_FOUND)}`,
  ),
};

/** Those of one link, $13, so few that a search ($10, which may be null) needs no index. */
const OF_LINK = `AND p.payment_link_id = $13
      AND ($10::text IS NULL OR ${HAS_WORDS} OR ${linkIdFits('p.payment_link_id')} OR ${linkIdFits('p.id')})`;
export const PAYMENTS_OF_LINK = {
  list: statement('collections.payments-of-link', paymentPage(PAYMENTS, OF_LINK)),
  totals: statement('collections.payments-of-link-totals', paymentTotals(PAYMENTS, OF_LINK)),
};

export const FIND_PAYMENT = statement(
  'collections.find-payment',
  `SELECT ${PAYMENT_COLUMNS} FROM ${PAYMENTS} WHERE p.id = $1 AND p.account_id = $2`,
);

/** What links are about, for a list that names them. */
export const LINK_LABELS = statement(
  'collections.link-labels',
  `SELECT a.id, l.description, l.reference FROM (
     SELECT id, id AS link_id FROM payment_links WHERE id = ANY ($2::uuid[])
     UNION ALL SELECT id, payment_link_id FROM refunds WHERE id = ANY ($2::uuid[])
     UNION ALL SELECT id, payment_link_id FROM disputes WHERE id = ANY ($2::uuid[])
   ) a JOIN payment_links l ON l.id = a.link_id WHERE l.account_id = $1`,
);
