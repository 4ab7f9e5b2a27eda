-- Codes that were sent and not entered, of every way to ask for one: what a person, a link and an address may still have sent to a
-- phone is counted by them. Address and device are blind indexes.
CREATE TABLE code_sends (
  code_id text PRIMARY KEY CHECK (code_id ~ '^[0-9a-f]{24}$'),
  phone_index bytea NOT NULL,
  way text NOT NULL CHECK (way IN ('link', 'purchase', 'account')),
  -- What the phone's owner has proved before: strangers' requests are not counted with these, nor these with strangers'.
  reserve text,
  -- The link, the purchase, or the sign-in.
  subject text NOT NULL,
  address_index bytea NOT NULL,
  sent_at timestamptz NOT NULL
);
CREATE INDEX code_sends_by_phone ON code_sends (phone_index, sent_at);
CREATE INDEX code_sends_by_age ON code_sends (sent_at);

-- Devices on which a code was entered that a phone had received. They open nothing; strangers cannot use up their codes.
CREATE TABLE code_devices (
  phone_index bytea NOT NULL,
  device_index bytea NOT NULL,
  entered_at timestamptz NOT NULL,
  PRIMARY KEY (phone_index, device_index)
);
CREATE INDEX code_devices_by_age ON code_devices (entered_at);

-- Codes are counted, and devices known, by the tables above.
DROP INDEX one_time_codes_by_phone;
DROP INDEX customer_challenges_unused;
