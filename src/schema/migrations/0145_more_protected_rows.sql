-- Rows that open an account or set conditions: a MAC over what they give, so that SQL alone makes and changes none.
ALTER TABLE customer_sessions ADD COLUMN mac bytea NOT NULL CHECK (length(mac) = 32);
ALTER TABLE onboarding_sessions ADD COLUMN mac bytea NOT NULL CHECK (length(mac) = 32);
ALTER TABLE payment_link_visits ADD COLUMN mac bytea NOT NULL CHECK (length(mac) = 32);
ALTER TABLE payment_links ADD COLUMN mac bytea NOT NULL CHECK (length(mac) = 32);
ALTER TABLE credit_policies ADD COLUMN mac bytea NOT NULL CHECK (length(mac) = 32);
ALTER TABLE agreement_offers ADD COLUMN mac bytea NOT NULL CHECK (length(mac) = 32);
ALTER TABLE webhook_endpoints ADD COLUMN mac bytea NOT NULL CHECK (length(mac) = 32);
