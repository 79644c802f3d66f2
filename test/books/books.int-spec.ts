// The sections share a system whose books nothing else changes.
import './books-rules.section';
import './refund-books.section';
// Empties tables, which leaves the books unbalanced.
import './reconciliation.section';
