-- What was done about an installment that is due or overdue, once for each step of the policy. A step that was superseded by a later
-- one, or that the limits on contacts did not allow, is skipped.
CREATE TABLE collection_steps (
  transaction_id text NOT NULL CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  installment_number smallint NOT NULL CHECK (installment_number > 0),
  step text NOT NULL CHECK (step <> ''),
  outcome text NOT NULL CHECK (outcome IN ('done', 'skipped')),
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (transaction_id, installment_number, step)
);
CREATE TRIGGER collection_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON collection_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON collection_steps FROM CURRENT_USER;

-- How far each step has looked through the installments, in the order of their due dates and billets.
CREATE TABLE collection_progress (
  step text PRIMARY KEY CHECK (step <> ''),
  due_date date NOT NULL,
  billet_id text NOT NULL
);
