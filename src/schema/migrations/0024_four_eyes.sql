-- Why a decision at the desk needs a second person; NULL where one person was enough, and on rows older than this column.
ALTER TABLE desk_decisions ADD COLUMN four_eyes_reason text
  CHECK (four_eyes_reason IN ('OTHER_PURCHASE', 'AMOUNT', 'DAILY_SUM'));
-- What one operator moved alone on one day: the second condition of four eyes sums it. Only suspense moves money by itself.
CREATE INDEX desk_decisions_moved_alone ON desk_decisions (decided_by, decided_at)
  WHERE subject_kind = 'suspense' AND state = 'done' AND answered_by IS NULL AND result IN ('CREDIT', 'REFUND');
