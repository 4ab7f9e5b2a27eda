-- Income of problem assets counts when it is received (CMN 4.966, art. 17), and the loss of a restructuring comes back with
-- the payments (art. 22).
ALTER TABLE loans
  -- Of an agreement: the rate of the contract that it is about.
  ADD COLUMN original_rate_pm double precision CHECK (original_rate_pm >= 0),
  ADD COLUMN restructuring_centavos bigint NOT NULL DEFAULT 0,
  ADD COLUMN problem_since date,
  ADD COLUMN problem_reason text CHECK (problem_reason IN ('delay', 'restructured', 'written-off', 'person')),
  ADD COLUMN cured_on date,
  ADD COLUMN last_late_on date,
  -- Of an accelerated contract: the day whose present values are claimed.
  ADD COLUMN claimed_as_of date,
  ADD CONSTRAINT loans_problem_check CHECK ((problem_since IS NULL) = (problem_reason IS NULL)),
  ADD CONSTRAINT loans_problem_earns_nothing_check CHECK (problem_since IS NULL OR next_accrual IS NULL
    OR next_accrual <= accrued_through);

-- So far what was claimed early had the value of the last day that was earned.
UPDATE loans SET claimed_as_of = accrued_through WHERE accelerated_on IS NOT NULL;
UPDATE loans SET problem_since = oldest_open_due(first_due_date, open_centavos) + 91, problem_reason = 'delay'
  WHERE ended_on IS NULL AND next_accrual IS NULL AND suspended_by IS NULL
    AND oldest_open_due(first_due_date, open_centavos) IS NOT NULL;
-- Agreements: what they have earned stays. The next run of the accrual brings what is left of the loss to what the open
-- installments need.
UPDATE loans a SET original_rate_pm = o.interest_rate_pm, problem_since = coalesce(a.accrued_through, a.started_on),
    problem_reason = 'restructured',
    restructuring_centavos = -coalesce((SELECT sum(p.amount_centavos) FROM ledger_postings p
      WHERE p.account = 'restructuring:' || a.transaction_id), 0),
    next_accrual = CASE WHEN a.ended_on IS NULL
      THEN (date_trunc('month', a.accrued_through + 1) - interval '1 day')::date END
  FROM loans o WHERE o.suspended_by = a.transaction_id;

-- How the allowance was computed, for the loss that may be deducted (Law 14.467): the part of Annex I, by whole months.
ALTER TABLE provisions
  ADD COLUMN incurred_centavos bigint NOT NULL DEFAULT 0 CHECK (incurred_centavos >= 0),
  ADD COLUMN months_in_default integer CHECK (months_in_default >= 0);
