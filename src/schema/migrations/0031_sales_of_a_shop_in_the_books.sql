-- concurrent
-- The sales of a shop among everything that was booked for it, and what the lender retained of each: a quarter of them is added up
-- without reading each entry.
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_entries_contracts ON ledger_entries (retailer_id, id) WHERE kind = 'contract';
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_postings_retained ON ledger_postings (entry_id) INCLUDE (amount_centavos)
  WHERE account LIKE 'deferred-retention:%' AND amount_centavos < 0;
