-- Tells databases apart whatever their address: a restored backup is still the same one.
ALTER TABLE deployment ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid();

-- Heads of the chain of ledger seals, each signed together with the signature before it, with a key that is not in the database:
-- whoever changes an entry and recomputes the seals cannot sign them.
CREATE TABLE ledger_heads (
  position bigint PRIMARY KEY CHECK (position > 0),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  signature bytea NOT NULL CHECK (length(signature) = 32),
  signed_at timestamptz NOT NULL
);
CREATE TRIGGER ledger_heads_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_heads FROM CURRENT_USER;

-- 1: signs its head alone. 2: signs the seal before it too.
ALTER TABLE audit_seals ADD COLUMN version smallint NOT NULL DEFAULT 1 CHECK (version IN (1, 2));
