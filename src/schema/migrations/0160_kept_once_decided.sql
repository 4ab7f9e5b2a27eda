-- What was decided cannot be put back by a statement that the program never makes.

-- A refund belongs to one entry and one transaction for ever; only an entry's parts share its amount.
CREATE FUNCTION check_refund_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.reference, NEW.part, NEW.retailer_id, NEW.transaction_id, NEW.due_since)
    IS DISTINCT FROM (OLD.id, OLD.reference, OLD.part, OLD.retailer_id, OLD.transaction_id, OLD.due_since) THEN
    RAISE EXCEPTION 'refund % cannot change what it is for', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refunds_guarded BEFORE UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION check_refund_change();

-- Suspended money is used once: a closed case stays closed, and what waits only becomes less.
CREATE FUNCTION check_suspense_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state = 'closed' AND NEW.state <> 'closed') OR NEW.amount_centavos > OLD.amount_centavos
    OR (NEW.id, NEW.notice_reference) IS DISTINCT FROM (OLD.id, OLD.notice_reference) THEN
    RAISE EXCEPTION 'suspense case % cannot go back', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER suspense_cases_guarded BEFORE UPDATE ON suspense_cases
  FOR EACH ROW EXECUTE FUNCTION check_suspense_change();

-- A file is written once, and a proposal answered once.
CREATE FUNCTION check_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.written_at IS NOT NULL AND NEW.written_at IS DISTINCT FROM OLD.written_at THEN
    RAISE EXCEPTION 'file % was written', OLD.file_sequence USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_files_written_once BEFORE UPDATE ON payout_files
  FOR EACH ROW EXECUTE FUNCTION check_written_once();
CREATE FUNCTION check_answered_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'proposed' THEN
    RAISE EXCEPTION 'proposal % was answered', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER account_proposals_answered_once BEFORE UPDATE ON account_proposals
  FOR EACH ROW EXECUTE FUNCTION check_answered_once();
CREATE TRIGGER retailer_proposals_answered_once BEFORE UPDATE ON retailer_proposals
  FOR EACH ROW EXECUTE FUNCTION check_answered_once();

-- The decision of a purchase stays, whatever credit_contracts says: it names the policy that may ask for an invoice.
CREATE INDEX transactions_by_decision ON transactions (decision_id);
DO $do$
DECLARE
  known text := pg_get_functiondef('remove_unbought_decisions'::regproc);
  marker constant text := $$AND NOT EXISTS (SELECT FROM credit_contracts c WHERE c.cpf_index = s.cpf_index)$$;
BEGIN
  IF position(marker IN known) = 0 THEN RAISE EXCEPTION 'remove_unbought_decisions does not look for contracts any more'; END IF;
  EXECUTE replace(known, marker, marker || E'\n      AND NOT EXISTS (SELECT FROM transactions t WHERE t.decision_id = s.id)');
END $do$;

-- A note that cannot be read counts for no version.
CREATE OR REPLACE FUNCTION latest_row_version(about text) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT max(substring(n.details FROM '"version":\s*(\d{1,9})')::integer) FROM (
    SELECT e.details FROM audit_entries e WHERE e.subject = about AND e.action = 'row.version'
    UNION ALL
    SELECT w.details FROM audit_notes w WHERE w.subject = about AND w.action = 'row.version'
  ) n
$$;
