-- concurrent
-- The statements before the index are brief, so they wait for their tables no longer than any other migration.
SET lock_timeout = '5s';
-- held: the bank may have reported the same payment twice. Nothing is booked until two people release it, and a program
-- that does not know the state finds no case that it could give back.
ALTER TABLE suspense_cases
  DROP CONSTRAINT IF EXISTS suspense_cases_reason_check,
  DROP CONSTRAINT IF EXISTS suspense_cases_state_check,
  DROP CONSTRAINT IF EXISTS suspense_cases_held,
  ADD CONSTRAINT suspense_cases_reason_check CHECK (reason IN
    ('UNKNOWN_BILLET', 'AFTER_CANCEL', 'AFTER_EXPIRY', 'WRONG_AMOUNT', 'ALREADY_PAID', 'SUSPECTED_DUPLICATE')),
  ADD CONSTRAINT suspense_cases_state_check CHECK (state IN ('held', 'open', 'closed')),
  ADD CONSTRAINT suspense_cases_held CHECK (state <> 'held' OR reason = 'SUSPECTED_DUPLICATE');
ALTER TABLE desk_decisions
  DROP CONSTRAINT IF EXISTS desk_decisions_four_eyes_reason_check,
  ADD CONSTRAINT desk_decisions_four_eyes_reason_check
    CHECK (four_eyes_reason IN ('OTHER_PURCHASE', 'AMOUNT', 'DAILY_SUM', 'SUSPECTED_DUPLICATE'));
SET lock_timeout = '600s';
CREATE INDEX CONCURRENTLY IF NOT EXISTS suspense_cases_waiting ON suspense_cases (id) WHERE state <> 'closed';
-- The fifth part of a reference to a line of a return file is the digest of what the bank wrote in it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS bank_notices_by_content ON bank_notices (split_part(reference, ':', 5))
  WHERE kind = 'paid' AND reference LIKE 'cnab:%';
