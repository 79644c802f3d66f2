import { ACCOUNT_RULES } from './account-rules';
import type { BooksRule } from './books-rule';
import { DISPUTE_RULES } from './dispute-rules';
import { LEDGER_RULES } from './ledger-rules';
import { COLLECTION_RULES } from './collection-rules';
import { FIGURE_RULES } from './figure-rules';
import { OUTFLOW_RULES } from './outflow-rules';
import { REFUND_RULES } from './refund-rules';
import { RECORD_RULES } from './record-rules';
import { SHARE_RULES } from './share-rules';

/** Every rule of `books:verify`: of the ledger's own tables, and of the business records that they are about. */
export const ALL_RULES: readonly BooksRule[] = [
  ...LEDGER_RULES,
  ...RECORD_RULES,
  ...ACCOUNT_RULES,
  ...COLLECTION_RULES,
  ...FIGURE_RULES,
  ...OUTFLOW_RULES,
  ...REFUND_RULES,
  ...DISPUTE_RULES,
  ...SHARE_RULES,
];
