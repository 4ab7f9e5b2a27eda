-- Written by the generator from the migrated schema; do not edit.

SEQUENCE billet_our_numbers AS bigint START 1 INCREMENT 1 MIN 1 MAX 9223372036854775807 CACHE 1;

TABLE api_keys (
  id text NOT NULL,
  retailer_id text NOT NULL,
  kind text NOT NULL,
  key_hash bytea NOT NULL,
  hint text NOT NULL,
  scopes text[] NOT NULL,
  rate_limit_per_second integer,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT api_keys_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT api_keys_key_hash_check CHECK ((length(key_hash) = 32)),
  CONSTRAINT api_keys_kind_check CHECK ((kind = ANY (ARRAY['secret'::text, 'publishable'::text]))),
  CONSTRAINT api_keys_rate_limit_per_second_check CHECK ((rate_limit_per_second > 0)),
  CONSTRAINT api_keys_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_key_hash_unique UNIQUE (key_hash),
);
CREATE INDEX api_keys_by_retailer ON public.api_keys USING btree (retailer_id, created_at);

TABLE applicants (
  cpf_index bytea NOT NULL,
  retailer_id text NOT NULL,
  key_salt bytea NOT NULL,
  attempts jsonb NOT NULL,
  CONSTRAINT applicants_pkey PRIMARY KEY (cpf_index, retailer_id),
) WITH (fillfactor=80);

TABLE bank_notices (
  reference text NOT NULL,
  kind text NOT NULL,
  method text NOT NULL,
  bank text NOT NULL,
  our_number bigint,
  pix_txid text,
  amount_centavos bigint,
  paid_on date,
  credited_on date,
  occurrence text NOT NULL,
  reasons text[] NOT NULL,
  received_at timestamp with time zone NOT NULL,
  CONSTRAINT bank_notices_bank_check CHECK ((bank ~ '^[0-9]{3}$'::text)),
  CONSTRAINT bank_notices_kind_check CHECK ((kind = ANY (ARRAY['registered'::text, 'rejected'::text, 'paid'::text, 'written-off'::text, 'other'::text]))),
  CONSTRAINT bank_notices_method_check CHECK ((method = ANY (ARRAY['BILLET'::text, 'PIX'::text]))),
  CONSTRAINT bank_notices_paid CHECK (((kind <> 'paid'::text) OR ((amount_centavos > 0) AND (paid_on IS NOT NULL)))),
  CONSTRAINT bank_notices_reference_check CHECK ((reference <> ''::text)),
  CONSTRAINT bank_notices_pkey PRIMARY KEY (reference),
);
CREATE TRIGGER bank_notices_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bank_notices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE bank_orders (
  id text NOT NULL,
  account_id text NOT NULL,
  billet_id text NOT NULL,
  movement text NOT NULL,
  state text NOT NULL DEFAULT 'pending'::text,
  requested_at timestamp with time zone NOT NULL,
  file_sequence integer,
  reasons text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT bank_orders_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT bank_orders_movement_check CHECK ((movement = ANY (ARRAY['register'::text, 'write-off'::text]))),
  CONSTRAINT bank_orders_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'confirmed'::text, 'rejected'::text]))),
  CONSTRAINT bank_orders_billet_id_fkey FOREIGN KEY (billet_id) REFERENCES billets(id),
  CONSTRAINT bank_orders_pkey PRIMARY KEY (id),
  CONSTRAINT bank_orders_once UNIQUE (billet_id, movement),
) WITH (fillfactor=85);
CREATE INDEX bank_orders_by_file ON public.bank_orders USING btree (account_id, file_sequence) WHERE (file_sequence IS NOT NULL);
CREATE INDEX bank_orders_pending ON public.bank_orders USING btree (account_id, id) WHERE (state = 'pending'::text);

TABLE billet_payers (
  transaction_id text NOT NULL,
  key_salt bytea NOT NULL,
  payer bytea NOT NULL,
  CONSTRAINT billet_payers_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT billet_payers_pkey PRIMARY KEY (transaction_id),
);

TABLE billets (
  id text NOT NULL,
  retailer_id text NOT NULL,
  transaction_id text NOT NULL,
  account_id text NOT NULL,
  kind text NOT NULL,
  installment_number smallint NOT NULL,
  installment_count smallint NOT NULL,
  our_number bigint NOT NULL,
  printed_our_number text NOT NULL,
  barcode text NOT NULL,
  digit_line text NOT NULL,
  amount_centavos bigint NOT NULL,
  issued_on date NOT NULL,
  due_date date NOT NULL,
  expiration_date date NOT NULL,
  pix_code text,
  document_number text NOT NULL,
  token_hash bytea NOT NULL,
  token_box bytea NOT NULL,
  payment_status text NOT NULL DEFAULT 'PENDING'::text,
  paid_at timestamp with time zone,
  paid_by text,
  canceled_at timestamp with time zone,
  registration text NOT NULL DEFAULT 'pending'::text,
  CONSTRAINT billets_amount_centavos_check CHECK ((amount_centavos > 0)),
  CONSTRAINT billets_barcode_check CHECK ((barcode ~ '^[0-9]{44}$'::text)),
  CONSTRAINT billets_dates_in_order CHECK (((issued_on <= due_date) AND (due_date <= expiration_date))),
  CONSTRAINT billets_digit_line_check CHECK ((digit_line ~ '^[0-9]{47}$'::text)),
  CONSTRAINT billets_document_number_check CHECK ((length(document_number) <= 15)),
  CONSTRAINT billets_down_payment CHECK ((((kind = 'down-payment'::text) = (installment_number = 0)) AND ((kind = 'down-payment'::text) = (pix_code IS NOT NULL)))),
  CONSTRAINT billets_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT billets_installment_number_check CHECK ((installment_number >= 0)),
  CONSTRAINT billets_kind_check CHECK ((kind = ANY (ARRAY['down-payment'::text, 'installment'::text]))),
  CONSTRAINT billets_not_paid_and_canceled CHECK (((paid_at IS NULL) OR (canceled_at IS NULL))),
  CONSTRAINT billets_number_of_count CHECK ((installment_number <= installment_count)),
  CONSTRAINT billets_our_number_check CHECK ((our_number > 0)),
  CONSTRAINT billets_paid_with_date CHECK ((((payment_status = 'PAID'::text) = (paid_at IS NOT NULL)) AND ((payment_status = 'PAID'::text) = (paid_by IS NOT NULL)))),
  CONSTRAINT billets_payment_status_check CHECK ((payment_status = ANY (ARRAY['PENDING'::text, 'PAID'::text]))),
  CONSTRAINT billets_registration_check CHECK ((registration = ANY (ARRAY['pending'::text, 'registered'::text, 'rejected'::text]))),
  CONSTRAINT billets_retailer_id_check CHECK ((retailer_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT billets_token_hash_check CHECK ((length(token_hash) = 32)),
  CONSTRAINT billets_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT billets_account_id_fkey FOREIGN KEY (account_id) REFERENCES lender_accounts(id),
  CONSTRAINT billets_pkey PRIMARY KEY (id),
  CONSTRAINT billets_our_number_unique UNIQUE (our_number),
  CONSTRAINT billets_paid_by_unique UNIQUE (paid_by),
  CONSTRAINT billets_token_unique UNIQUE (token_hash),
) WITH (fillfactor=85);
CREATE INDEX billets_by_transaction ON public.billets USING btree (transaction_id, installment_number);
CREATE UNIQUE INDEX billets_one_living_per_installment ON public.billets USING btree (transaction_id, installment_number) WHERE (canceled_at IS NULL);
CREATE TRIGGER billets_immutable BEFORE UPDATE ON public.billets FOR EACH ROW EXECUTE FUNCTION check_billet_change();
CREATE TRIGGER billets_never_removed BEFORE DELETE OR TRUNCATE ON public.billets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE bureau_reports (
  cpf_index bytea NOT NULL,
  retailer_id text NOT NULL,
  applicant_index bytea NOT NULL,
  decision_id text NOT NULL,
  obtained_at timestamp with time zone NOT NULL,
  CONSTRAINT bureau_reports_pkey PRIMARY KEY (cpf_index, retailer_id, applicant_index),
);

TABLE checkouts (
  id text NOT NULL,
  retailer_id text NOT NULL,
  decision_id text NOT NULL,
  cpf_index bytea NOT NULL,
  details bytea NOT NULL STORAGE EXTERNAL,
  source text NOT NULL,
  device text NOT NULL,
  purchase_centavos bigint NOT NULL,
  offer bytea STORAGE EXTERNAL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT checkouts_id_check CHECK ((id ~ '^[0-9a-f]{21}000$'::text)),
  CONSTRAINT checkouts_purchase_centavos_check CHECK ((purchase_centavos > 0)),
  CONSTRAINT checkouts_pkey PRIMARY KEY (id),
);
CREATE INDEX checkouts_by_retailer ON public.checkouts USING btree (retailer_id, created_at);

TABLE credit_contracts (
  transaction_id text NOT NULL,
  retailer_id text NOT NULL,
  cpf_index bytea NOT NULL,
  is_living boolean NOT NULL,
  has_started boolean NOT NULL,
  CONSTRAINT credit_contracts_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT credit_contracts_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT credit_contracts_pkey PRIMARY KEY (transaction_id),
);
CREATE INDEX credit_contracts_by_cpf ON public.credit_contracts USING btree (cpf_index);
CREATE UNIQUE INDEX credit_contracts_one_living_per_cpf ON public.credit_contracts USING btree (cpf_index) WHERE is_living;

TABLE credit_decisions (
  id text NOT NULL,
  retailer_id text NOT NULL,
  cpf_index bytea NOT NULL,
  policy_id text NOT NULL,
  operation text NOT NULL,
  result text NOT NULL,
  refusal_reason text,
  approved_limit_centavos bigint,
  record bytea NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  CONSTRAINT credit_decisions_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT credit_decisions_operation_check CHECK ((operation = ANY (ARRAY['pre-approve'::text, 'options'::text]))),
  CONSTRAINT credit_decisions_pkey PRIMARY KEY (id),
);
CREATE INDEX credit_decisions_by_person ON public.credit_decisions USING btree (cpf_index, decided_at);

TABLE credit_policies (
  id text NOT NULL,
  retailer_id text NOT NULL,
  version integer NOT NULL,
  document json NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT credit_policies_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT credit_policies_version_check CHECK ((version > 0)),
  CONSTRAINT credit_policies_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT credit_policies_pkey PRIMARY KEY (id),
  CONSTRAINT credit_policies_version_unique UNIQUE (retailer_id, version),
);

TABLE deployment (
  singleton boolean NOT NULL DEFAULT true,
  environment text NOT NULL,
  secret_fingerprint bytea NOT NULL,
  CONSTRAINT deployment_environment_check CHECK ((environment = ANY (ARRAY['homologation'::text, 'production'::text]))),
  CONSTRAINT deployment_singleton_check CHECK (singleton),
  CONSTRAINT deployment_pkey PRIMARY KEY (singleton),
);

TABLE idempotency_keys (
  retailer_id text NOT NULL,
  key_hash bytea NOT NULL,
  fingerprint bytea NOT NULL,
  state text NOT NULL,
  claim_id text NOT NULL,
  owner integer,
  lease_expires_at timestamp with time zone NOT NULL,
  status smallint,
  content_type text,
  encoding text,
  answer bytea STORAGE EXTERNAL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_keys_answer_when_done CHECK (((state = 'done'::text) = ((status IS NOT NULL) AND (content_type IS NOT NULL) AND (encoding IS NOT NULL) AND (answer IS NOT NULL)))),
  CONSTRAINT idempotency_keys_encoding_check CHECK ((encoding = ANY (ARRAY['identity'::text, 'zstd'::text]))),
  CONSTRAINT idempotency_keys_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text]))),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (retailer_id, key_hash),
);
CREATE INDEX idempotency_keys_by_expiry ON public.idempotency_keys USING btree (expires_at);

TABLE ledger_entries (
  id text NOT NULL,
  kind text NOT NULL,
  retailer_id text,
  transaction_id text,
  reference text NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  memo json NOT NULL,
  CONSTRAINT ledger_entries_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT ledger_entries_kind_check CHECK ((kind ~ '^[a-z]+(-[a-z]+)*$'::text)),
  CONSTRAINT ledger_entries_reference_check CHECK ((reference <> ''::text)),
  CONSTRAINT ledger_entries_retailer_id_check CHECK ((retailer_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT ledger_entries_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_entries_reference_unique UNIQUE (reference),
);
CREATE INDEX ledger_entries_by_transaction ON public.ledger_entries USING btree (transaction_id, id);
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();

TABLE ledger_postings (
  entry_id text NOT NULL,
  line smallint NOT NULL,
  account text NOT NULL,
  amount_centavos bigint NOT NULL,
  CONSTRAINT ledger_postings_account_check CHECK (((account ~ '^(bank|customer|retailer|commission|retention):[0-9a-f]{24}$'::text) OR (account ~ '^unidentified-bank:[0-9]{3}$'::text) OR (account = ANY (ARRAY['iof'::text, 'interest'::text, 'fee'::text, 'premium'::text, 'late-fine'::text, 'late-interest'::text, 'suspense'::text, 'refunds-due'::text])))),
  CONSTRAINT ledger_postings_amount_centavos_check CHECK ((amount_centavos <> 0)),
  CONSTRAINT ledger_postings_line_check CHECK ((line > 0)),
  CONSTRAINT ledger_postings_pkey PRIMARY KEY (entry_id, line),
);
CREATE INDEX ledger_postings_by_account ON public.ledger_postings USING btree (account, entry_id) INCLUDE (amount_centavos);
CREATE TRIGGER ledger_postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_postings_with_their_entry AFTER INSERT ON public.ledger_postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_ledger_postings();

TABLE ledger_seals (
  "position" bigint NOT NULL,
  entry_id text NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT ledger_seals_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT ledger_seals_position_check CHECK (("position" > 0)),
  CONSTRAINT ledger_seals_pkey PRIMARY KEY ("position"),
  CONSTRAINT ledger_seals_entry_unique UNIQUE (entry_id),
);
CREATE TRIGGER ledger_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE ledger_unsealed (
  entry_id text NOT NULL,
  CONSTRAINT ledger_unsealed_pkey PRIMARY KEY (entry_id),
);

TABLE lender_accounts (
  id text NOT NULL,
  bank text NOT NULL,
  agency text NOT NULL,
  account text NOT NULL,
  account_digit text NOT NULL,
  portfolio text NOT NULL,
  agreement text NOT NULL,
  service_code text NOT NULL,
  beneficiary_name text NOT NULL,
  beneficiary_document text NOT NULL,
  beneficiary_address text NOT NULL,
  pix_key text NOT NULL,
  city text NOT NULL,
  channel text NOT NULL,
  last_file_sequence integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT lender_accounts_bank_check CHECK ((bank ~ '^[0-9]{3}$'::text)),
  CONSTRAINT lender_accounts_beneficiary_address_check CHECK ((beneficiary_address <> ''::text)),
  CONSTRAINT lender_accounts_beneficiary_document_check CHECK ((beneficiary_document ~ '^[0-9A-Z]{12}[0-9]{2}$'::text)),
  CONSTRAINT lender_accounts_beneficiary_name_check CHECK ((beneficiary_name <> ''::text)),
  CONSTRAINT lender_accounts_channel_check CHECK ((channel = ANY (ARRAY['file'::text, 'sandbox'::text]))),
  CONSTRAINT lender_accounts_city_check CHECK ((city <> ''::text)),
  CONSTRAINT lender_accounts_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT lender_accounts_last_file_sequence_check CHECK ((last_file_sequence >= 0)),
  CONSTRAINT lender_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT lender_accounts_account_unique UNIQUE (bank, agency, account, portfolio, agreement),
);

TABLE phone_uses (
  phone_index bytea NOT NULL,
  cpf_index bytea NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  CONSTRAINT phone_uses_pkey PRIMARY KEY (phone_index, cpf_index),
) WITH (fillfactor=80);

UNLOGGED TABLE rate_windows (
  key_id text NOT NULL,
  window_second bigint NOT NULL,
  taken integer NOT NULL,
  granted integer NOT NULL,
  CONSTRAINT rate_windows_pkey PRIMARY KEY (key_id),
) WITH (fillfactor=50);

TABLE remittance_files (
  account_id text NOT NULL,
  file_sequence integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  written_at timestamp with time zone,
  CONSTRAINT remittance_files_file_sequence_check CHECK ((file_sequence > 0)),
  CONSTRAINT remittance_files_account_id_fkey FOREIGN KEY (account_id) REFERENCES lender_accounts(id),
  CONSTRAINT remittance_files_pkey PRIMARY KEY (account_id, file_sequence),
);
CREATE INDEX remittance_files_unwritten ON public.remittance_files USING btree (account_id, file_sequence) WHERE (written_at IS NULL);

TABLE retailer_accounts (
  retailer_id text NOT NULL,
  account_id text NOT NULL,
  CONSTRAINT retailer_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES lender_accounts(id),
  CONSTRAINT retailer_accounts_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT retailer_accounts_pkey PRIMARY KEY (retailer_id),
);

TABLE retailers (
  id text NOT NULL,
  name text NOT NULL,
  grace_period_enabled boolean NOT NULL DEFAULT false,
  retention_enabled boolean NOT NULL DEFAULT false,
  insurance_enabled boolean NOT NULL DEFAULT false,
  script_enabled boolean NOT NULL DEFAULT true,
  is_demonstration boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT retailers_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT retailers_name_check CHECK ((name <> ''::text)),
  CONSTRAINT retailers_pkey PRIMARY KEY (id),
);

TABLE schema_migrations (
  number integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  breaking boolean NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (number),
);

TABLE suspense_cases (
  id text NOT NULL,
  notice_reference text NOT NULL,
  billet_id text,
  reason text NOT NULL,
  amount_centavos bigint NOT NULL,
  expected_centavos bigint,
  state text NOT NULL DEFAULT 'open'::text,
  opened_at timestamp with time zone NOT NULL,
  CONSTRAINT suspense_cases_amount_centavos_check CHECK ((amount_centavos > 0)),
  CONSTRAINT suspense_cases_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT suspense_cases_reason_check CHECK ((reason = ANY (ARRAY['UNKNOWN_BILLET'::text, 'AFTER_CANCEL'::text, 'AFTER_EXPIRY'::text, 'WRONG_AMOUNT'::text, 'ALREADY_PAID'::text]))),
  CONSTRAINT suspense_cases_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text]))),
  CONSTRAINT suspense_cases_billet_id_fkey FOREIGN KEY (billet_id) REFERENCES billets(id),
  CONSTRAINT suspense_cases_pkey PRIMARY KEY (id),
  CONSTRAINT suspense_cases_once UNIQUE (notice_reference),
);
CREATE INDEX suspense_cases_open ON public.suspense_cases USING btree (id) WHERE (state = 'open'::text);

UNLOGGED TABLE unknown_key_attempts (
  address_hash bytea NOT NULL,
  window_started_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL,
  CONSTRAINT unknown_key_attempts_pkey PRIMARY KEY (address_hash),
) WITH (fillfactor=50);


CREATE OR REPLACE FUNCTION public.check_billet_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  frozen billets := NEW;
BEGIN
  frozen.registration := OLD.registration;
  IF OLD.payment_status = 'PENDING' THEN
    frozen.payment_status := OLD.payment_status;
    frozen.paid_at := OLD.paid_at;
    frozen.paid_by := OLD.paid_by;
  END IF;
  IF OLD.canceled_at IS NULL THEN
    frozen.canceled_at := OLD.canceled_at;
  END IF;
  IF frozen IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'billet % cannot change any more', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_ledger_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  difference numeric;
BEGIN
  SELECT sum(amount_centavos) INTO difference FROM ledger_postings WHERE entry_id = NEW.id;
  IF difference IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'ledger entry % does not balance: %', NEW.id, coalesce(difference::text, 'no postings')
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.check_ledger_postings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM added a WHERE NOT EXISTS (
      SELECT FROM ledger_entries e WHERE e.id = a.entry_id AND e.xmin = pg_current_xact_id()::xid)
  ) THEN
    RAISE EXCEPTION 'a posting belongs to an entry of its own transaction' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $function$;


GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON bank_notices TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON billets TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON ledger_entries TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON ledger_postings TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON ledger_seals TO OWNER;
