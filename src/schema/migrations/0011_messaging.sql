-- Every message to a customer, sealed: what it is about stands beside it, whom it reaches and what it says only in the box.
CREATE TABLE messages (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  retailer_id text NOT NULL,
  transaction_id text,
  -- What the message is about: there is only one about the same.
  intent text CONSTRAINT messages_intent UNIQUE,
  template text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('CODE', 'CONTRACT', 'REMINDER', 'COLLECTION')),
  channel text NOT NULL CHECK (channel IN ('SMS', 'EMAIL')),
  -- The customer's phone, and the address that the message goes to.
  phone_index bytea,
  to_index bytea NOT NULL,
  code_id text,
  box bytea NOT NULL,
  state text NOT NULL DEFAULT 'QUEUED' CHECK (state IN ('QUEUED', 'HANDED_OVER', 'FAILED')),
  failure text CHECK (failure IN ('ADDRESS_INVALID', 'OPTED_OUT', 'BLOCKED', 'EXPIRED', 'UNAVAILABLE')),
  -- The name that the service gave to the message.
  provider_id text,
  queued_at timestamptz NOT NULL,
  expires_at timestamptz,
  settled_at timestamptz,
  CONSTRAINT messages_failed CHECK ((state = 'FAILED') = (failure IS NOT NULL)),
  CONSTRAINT messages_settled CHECK ((state = 'QUEUED') = (settled_at IS NULL))
);
CREATE INDEX messages_by_phone ON messages (phone_index, retailer_id, position);
CREATE INDEX messages_by_address ON messages (to_index, retailer_id, position);
CREATE INDEX messages_by_code ON messages (code_id) WHERE code_id IS NOT NULL;
CREATE INDEX messages_by_age ON messages (queued_at);
CREATE INDEX messages_codes_by_age ON messages (queued_at) WHERE purpose = 'CODE';

-- Addresses that want no reminders, as blind indexes.
CREATE TABLE message_opt_outs (
  to_index bytea NOT NULL,
  channel text NOT NULL CHECK (channel IN ('SMS', 'EMAIL')),
  source text NOT NULL CHECK (source IN ('operator', 'provider')),
  opted_out_at timestamptz NOT NULL,
  PRIMARY KEY (to_index, channel)
);
