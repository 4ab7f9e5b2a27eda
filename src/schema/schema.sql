-- Written by the generator from the migrated schema; do not edit.

SEQUENCE billet_our_numbers AS bigint START 1 INCREMENT 1 MIN 1 MAX 9223372036854775807 CACHE 1;

TABLE account_proposals (
  id text NOT NULL,
  settings text NOT NULL,
  proposed_by text NOT NULL,
  proposed_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  state text NOT NULL DEFAULT 'proposed'::text,
  answered_by text,
  answered_at timestamp with time zone,
  CONSTRAINT account_proposals_answered CHECK ((((state = 'proposed'::text) = (answered_by IS NULL)) AND ((answered_by IS NULL) = (answered_at IS NULL)))),
  CONSTRAINT account_proposals_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT account_proposals_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT account_proposals_proposed_by_check CHECK ((proposed_by <> ''::text)),
  CONSTRAINT account_proposals_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'declined'::text]))),
  CONSTRAINT account_proposals_pkey PRIMARY KEY (id),
);
CREATE TRIGGER account_proposals_answered_once BEFORE UPDATE ON public.account_proposals FOR EACH ROW EXECUTE FUNCTION check_answered_once();

TABLE agreement_offers (
  id text NOT NULL,
  retailer_id text NOT NULL,
  transaction_id text NOT NULL,
  quoted_on date NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  terms json NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT agreement_offers_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT agreement_offers_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT agreement_offers_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT agreement_offers_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT agreement_offers_pkey PRIMARY KEY (id),
);
CREATE INDEX agreement_offers_by_debt ON public.agreement_offers USING btree (transaction_id, quoted_on);
CREATE INDEX agreement_offers_by_expiry ON public.agreement_offers USING btree (expires_at);

TABLE api_key_uses (
  key_id text NOT NULL,
  used_at timestamp with time zone NOT NULL,
  CONSTRAINT api_key_uses_pkey PRIMARY KEY (key_id),
) WITH (fillfactor=50);

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
  mac bytea,
  api_version text NOT NULL DEFAULT '2026-11-01'::text,
  public_text text,
  version integer NOT NULL DEFAULT 0,
  CONSTRAINT api_keys_api_version_check CHECK ((api_version ~ '^\d{4}-\d{2}-\d{2}$'::text)),
  CONSTRAINT api_keys_check CHECK (((public_text IS NULL) OR (kind = 'publishable'::text))),
  CONSTRAINT api_keys_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT api_keys_key_hash_check CHECK ((length(key_hash) = 32)),
  CONSTRAINT api_keys_kind_check CHECK ((kind = ANY (ARRAY['secret'::text, 'publishable'::text]))),
  CONSTRAINT api_keys_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT api_keys_rate_limit_per_second_check CHECK ((rate_limit_per_second > 0)),
  CONSTRAINT api_keys_version_check CHECK ((version >= 0)),
  CONSTRAINT api_keys_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_key_hash_unique UNIQUE (key_hash),
);
CREATE INDEX api_keys_by_retailer ON public.api_keys USING btree (retailer_id, created_at);

TABLE api_requests (
  retailer_id text NOT NULL,
  track_id text NOT NULL,
  key_id text NOT NULL,
  method text NOT NULL,
  route text NOT NULL,
  status smallint NOT NULL,
  error_code text,
  duration_ms integer NOT NULL,
  CONSTRAINT api_requests_duration_ms_check CHECK ((duration_ms >= 0)),
  CONSTRAINT api_requests_error_code_check CHECK ((length(error_code) <= 60)),
  CONSTRAINT api_requests_method_check CHECK ((length(method) <= 10)),
  CONSTRAINT api_requests_route_check CHECK ((length(route) <= 200)),
  CONSTRAINT api_requests_track_id_check CHECK ((length(track_id) = 24)),
  CONSTRAINT api_requests_pkey PRIMARY KEY (retailer_id, track_id),
);
CREATE INDEX api_requests_refused ON public.api_requests USING btree (retailer_id, track_id) WHERE (status >= 400);

TABLE applicants (
  cpf_index bytea NOT NULL,
  retailer_id text NOT NULL,
  key_salt bytea NOT NULL,
  attempts jsonb NOT NULL,
  CONSTRAINT applicants_pkey PRIMARY KEY (cpf_index, retailer_id),
) WITH (fillfactor=80);

TABLE assignment_lines (
  assignment_id text NOT NULL,
  transaction_id text NOT NULL,
  face_centavos bigint NOT NULL,
  carrying_centavos bigint NOT NULL,
  price_centavos bigint NOT NULL,
  CONSTRAINT assignment_lines_face_centavos_check CHECK ((face_centavos > 0)),
  CONSTRAINT assignment_lines_price_centavos_check CHECK ((price_centavos >= 0)),
  CONSTRAINT assignment_lines_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT assignment_lines_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES assignments(id),
  CONSTRAINT assignment_lines_pkey PRIMARY KEY (assignment_id, transaction_id),
);
CREATE INDEX assignment_lines_by_transaction ON public.assignment_lines USING btree (transaction_id);
CREATE TRIGGER assignment_lines_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.assignment_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE assignments (
  id text NOT NULL,
  fund_id text NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  contract_count integer NOT NULL,
  face_centavos bigint NOT NULL,
  carrying_centavos bigint NOT NULL,
  price_centavos bigint NOT NULL,
  sha256 bytea NOT NULL,
  box bytea NOT NULL,
  proposed_at timestamp with time zone NOT NULL,
  done_at timestamp with time zone,
  paid_on date,
  version integer NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT assignments_contract_count_check CHECK ((contract_count > 0)),
  CONSTRAINT assignments_done CHECK (((version = 1) = (done_at IS NULL))),
  CONSTRAINT assignments_face_centavos_check CHECK ((face_centavos > 0)),
  CONSTRAINT assignments_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT assignments_kind_check CHECK ((kind = ANY (ARRAY['SALE'::text, 'BUY_BACK'::text]))),
  CONSTRAINT assignments_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT assignments_paid CHECK ((((version = 3) = (paid_on IS NOT NULL)) AND ((kind = 'SALE'::text) OR (paid_on IS NULL)))),
  CONSTRAINT assignments_price_centavos_check CHECK ((price_centavos >= 0)),
  CONSTRAINT assignments_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT assignments_version_check CHECK (((version >= 1) AND (version <= 3))),
  CONSTRAINT assignments_fund_id_fkey FOREIGN KEY (fund_id) REFERENCES funds(id),
  CONSTRAINT assignments_pkey PRIMARY KEY (id),
);
CREATE INDEX assignments_by_fund ON public.assignments USING btree (fund_id, id);
CREATE TRIGGER assignments_never_removed BEFORE DELETE OR TRUNCATE ON public.assignments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE audit_entries (
  "position" bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  operator_id text,
  action text NOT NULL,
  subject text,
  details text NOT NULL,
  hash bytea NOT NULL,
  note_id bigint,
  staff_id text,
  retailer_id text,
  CONSTRAINT audit_entries_action_check CHECK ((action <> ''::text)),
  CONSTRAINT audit_entries_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT audit_entries_position_check CHECK (("position" > 0)),
  CONSTRAINT audit_entries_pkey PRIMARY KEY ("position"),
);
CREATE UNIQUE INDEX audit_entries_by_note ON public.audit_entries USING btree (note_id) WHERE (note_id IS NOT NULL);
CREATE INDEX audit_entries_by_subject ON public.audit_entries USING btree (subject, "position");
CREATE INDEX audit_entries_by_time ON public.audit_entries USING btree (at, "position");
CREATE INDEX audit_entries_of_action ON public.audit_entries USING btree (action, at, "position");
CREATE INDEX audit_entries_of_operator ON public.audit_entries USING btree (operator_id, at, "position");
CREATE INDEX audit_entries_of_retailer ON public.audit_entries USING btree (retailer_id, at, "position") WHERE (retailer_id IS NOT NULL);
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE audit_notes (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL,
  operator_id text,
  action text NOT NULL,
  subject text,
  details text NOT NULL,
  staff_id text,
  retailer_id text,
  CONSTRAINT audit_notes_action_check CHECK ((action <> ''::text)),
  CONSTRAINT audit_notes_pkey PRIMARY KEY (id),
);
CREATE INDEX audit_notes_by_subject ON public.audit_notes USING btree (subject);
CREATE TRIGGER audit_notes_unchanged BEFORE UPDATE OR TRUNCATE ON public.audit_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_notes_until_chained BEFORE DELETE ON public.audit_notes FOR EACH ROW EXECUTE FUNCTION check_chained_note();

TABLE audit_seals (
  "position" bigint NOT NULL,
  hash bytea NOT NULL,
  signature bytea NOT NULL,
  sealed_at timestamp with time zone NOT NULL,
  version smallint NOT NULL DEFAULT 1,
  CONSTRAINT audit_seals_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT audit_seals_position_check CHECK (("position" > 0)),
  CONSTRAINT audit_seals_signature_check CHECK ((length(signature) = 32)),
  CONSTRAINT audit_seals_version_check CHECK ((version = ANY (ARRAY[1, 2]))),
  CONSTRAINT audit_seals_pkey PRIMARY KEY ("position"),
);
CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE bank_matches (
  book_reference text NOT NULL,
  line_key text NOT NULL,
  amount_centavos bigint NOT NULL,
  is_booked boolean NOT NULL,
  matched_at timestamp with time zone NOT NULL,
  CONSTRAINT bank_matches_line_key_fkey FOREIGN KEY (line_key) REFERENCES bank_statement_lines(key),
  CONSTRAINT bank_matches_pkey PRIMARY KEY (book_reference),
);
CREATE INDEX bank_matches_by_line ON public.bank_matches USING btree (line_key);

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
  credited_centavos bigint,
  tariff_centavos bigint,
  CONSTRAINT bank_notices_bank_check CHECK ((bank ~ '^[0-9]{3}$'::text)),
  CONSTRAINT bank_notices_kind_check CHECK ((kind = ANY (ARRAY['registered'::text, 'rejected'::text, 'refused'::text, 'paid'::text, 'written-off'::text, 'other'::text]))),
  CONSTRAINT bank_notices_method_check CHECK ((method = ANY (ARRAY['BILLET'::text, 'PIX'::text]))),
  CONSTRAINT bank_notices_paid CHECK (((kind <> 'paid'::text) OR ((amount_centavos > 0) AND (paid_on IS NOT NULL)))),
  CONSTRAINT bank_notices_reference_check CHECK ((reference <> ''::text)),
  CONSTRAINT bank_notices_pkey PRIMARY KEY (reference),
);
CREATE INDEX bank_notices_by_content ON public.bank_notices USING btree (split_part(reference, ':'::text, 5)) WHERE ((kind = 'paid'::text) AND (reference ~~ 'cnab:%'::text));
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
  tries smallint NOT NULL DEFAULT 0,
  CONSTRAINT bank_orders_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT bank_orders_movement_check CHECK ((movement = ANY (ARRAY['register'::text, 'write-off'::text]))),
  CONSTRAINT bank_orders_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'confirmed'::text, 'rejected'::text, 'canceled'::text]))),
  CONSTRAINT bank_orders_billet_id_fkey FOREIGN KEY (billet_id) REFERENCES billets(id),
  CONSTRAINT bank_orders_pkey PRIMARY KEY (id),
  CONSTRAINT bank_orders_once UNIQUE (billet_id, movement),
) WITH (fillfactor=85);
CREATE INDEX bank_orders_by_file ON public.bank_orders USING btree (account_id, file_sequence) WHERE (file_sequence IS NOT NULL);
CREATE INDEX bank_orders_pending ON public.bank_orders USING btree (account_id, id) WHERE (state = 'pending'::text);
CREATE INDEX bank_orders_unregistered ON public.bank_orders USING btree (requested_at) WHERE ((movement = 'register'::text) AND (state = ANY (ARRAY['pending'::text, 'sent'::text])));

TABLE bank_statement_lines (
  key text NOT NULL,
  statement_id text NOT NULL,
  account_id text NOT NULL,
  posted_on date NOT NULL,
  "position" integer NOT NULL,
  amount_centavos bigint NOT NULL,
  category text NOT NULL,
  history text NOT NULL,
  document text NOT NULL,
  state text NOT NULL DEFAULT 'NEW'::text,
  CONSTRAINT bank_statement_lines_amount_centavos_check CHECK ((amount_centavos <> 0)),
  CONSTRAINT bank_statement_lines_category_check CHECK ((category = ANY (ARRAY['collection'::text, 'pix'::text, 'fee'::text, 'other'::text]))),
  CONSTRAINT bank_statement_lines_key_check CHECK ((key <> ''::text)),
  CONSTRAINT bank_statement_lines_state_check CHECK ((state = ANY (ARRAY['NEW'::text, 'MATCHED'::text, 'IN_TRANSIT'::text, 'SUSPENSE'::text, 'RESOLVED'::text]))),
  CONSTRAINT bank_statement_lines_pkey PRIMARY KEY (key),
);
CREATE INDEX bank_statement_lines_by_statement ON public.bank_statement_lines USING btree (statement_id, "position");
CREATE INDEX bank_statement_lines_open ON public.bank_statement_lines USING btree (account_id, posted_on) WHERE (state = ANY (ARRAY['NEW'::text, 'IN_TRANSIT'::text, 'SUSPENSE'::text]));

TABLE bank_statements (
  id text NOT NULL,
  account_id text NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  opening_centavos bigint NOT NULL,
  closing_centavos bigint NOT NULL,
  content_hash bytea NOT NULL,
  taken_at timestamp with time zone NOT NULL,
  CONSTRAINT bank_statements_content_hash_check CHECK ((length(content_hash) = 32)),
  CONSTRAINT bank_statements_days_in_order CHECK ((first_day <= last_day)),
  CONSTRAINT bank_statements_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT bank_statements_account_id_fkey FOREIGN KEY (account_id) REFERENCES lender_accounts(id),
  CONSTRAINT bank_statements_pkey PRIMARY KEY (id),
  CONSTRAINT bank_statements_once UNIQUE (account_id, last_day),
);
CREATE TRIGGER bank_statements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bank_statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE bank_watermarks (
  account_id text NOT NULL,
  rail text NOT NULL,
  read_until date NOT NULL,
  moved_at timestamp with time zone NOT NULL,
  last_file integer,
  CONSTRAINT bank_watermarks_rail_check CHECK ((rail = ANY (ARRAY['BILLET'::text, 'PIX'::text]))),
  CONSTRAINT bank_watermarks_account_id_fkey FOREIGN KEY (account_id) REFERENCES lender_accounts(id),
  CONSTRAINT bank_watermarks_pkey PRIMARY KEY (account_id, rail),
);

TABLE billet_payers (
  transaction_id text NOT NULL,
  key_salt bytea NOT NULL,
  payer bytea NOT NULL,
  CONSTRAINT billet_payers_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT billet_payers_pkey PRIMARY KEY (transaction_id),
);

TABLE billet_payments (
  reference text NOT NULL,
  billet_id text NOT NULL,
  face_centavos bigint NOT NULL,
  fine_centavos bigint NOT NULL,
  interest_centavos bigint NOT NULL,
  paid_on date NOT NULL,
  discount_centavos bigint NOT NULL DEFAULT 0,
  mac bytea NOT NULL,
  CONSTRAINT billet_payments_face_centavos_check CHECK ((face_centavos >= 0)),
  CONSTRAINT billet_payments_reference_check CHECK ((reference <> ''::text)),
  CONSTRAINT billet_payments_billet_id_fkey FOREIGN KEY (billet_id) REFERENCES billets(id),
  CONSTRAINT billet_payments_pkey PRIMARY KEY (reference, billet_id),
);
CREATE INDEX billet_payments_by_billet ON public.billet_payments USING btree (billet_id);
CREATE TRIGGER billet_payments_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.billet_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

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
  part_paid_centavos bigint NOT NULL DEFAULT 0,
  open_fine_centavos bigint,
  open_interest_centavos bigint NOT NULL DEFAULT 0,
  interest_from date,
  replaces text,
  debt_face_centavos bigint,
  original_due_date date,
  original_id text,
  claimed_from date,
  excluded_centavos bigint NOT NULL DEFAULT 0,
  mac bytea NOT NULL,
  CONSTRAINT billets_amount_centavos_check CHECK ((amount_centavos > 0)),
  CONSTRAINT billets_barcode_check CHECK ((barcode ~ '^[0-9]{44}$'::text)),
  CONSTRAINT billets_check CHECK (((excluded_centavos >= 0) AND (excluded_centavos <= part_paid_centavos))),
  CONSTRAINT billets_dates_in_order CHECK (((issued_on <= due_date) AND (due_date <= expiration_date))),
  CONSTRAINT billets_digit_line_check CHECK ((digit_line ~ '^[0-9]{47}$'::text)),
  CONSTRAINT billets_document_number_check CHECK ((length(document_number) <= 15)),
  CONSTRAINT billets_down_payment CHECK ((((kind = 'installment'::text) = (installment_number > 0)) AND ((kind = 'down-payment'::text) = (pix_code IS NOT NULL)))),
  CONSTRAINT billets_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT billets_installment_number_check CHECK ((installment_number >= 0)),
  CONSTRAINT billets_kind_check CHECK ((kind = ANY (ARRAY['down-payment'::text, 'installment'::text, 'settlement'::text]))),
  CONSTRAINT billets_not_paid_and_canceled CHECK (((paid_at IS NULL) OR (canceled_at IS NULL))),
  CONSTRAINT billets_number_of_count CHECK ((installment_number <= installment_count)),
  CONSTRAINT billets_our_number_check CHECK ((our_number > 0)),
  CONSTRAINT billets_paid_with_date CHECK ((((payment_status = 'PAID'::text) = (paid_at IS NOT NULL)) AND ((payment_status = 'PAID'::text) = (paid_by IS NOT NULL)))),
  CONSTRAINT billets_parts CHECK ((((part_paid_centavos >= 0) AND (part_paid_centavos <= amount_centavos)) AND (open_interest_centavos >= 0) AND ((open_fine_centavos IS NULL) OR (open_fine_centavos >= 0)))),
  CONSTRAINT billets_payment_status_check CHECK ((payment_status = ANY (ARRAY['PENDING'::text, 'PAID'::text]))),
  CONSTRAINT billets_registration_check CHECK ((registration = ANY (ARRAY['pending'::text, 'registered'::text, 'rejected'::text]))),
  CONSTRAINT billets_retailer_id_check CHECK ((retailer_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT billets_second_copy CHECK ((((original_id IS NULL) = (debt_face_centavos IS NULL)) AND ((original_id IS NULL) = (original_due_date IS NULL)) AND ((original_id IS NULL) OR ((kind = 'installment'::text) AND ((replaces IS NOT NULL) OR (original_id = id)) AND (original_due_date < due_date) AND ((debt_face_centavos >= 0) AND (debt_face_centavos <= amount_centavos)) AND (part_paid_centavos <= debt_face_centavos))))),
  CONSTRAINT billets_token_hash_check CHECK ((length(token_hash) = 32)),
  CONSTRAINT billets_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT billets_account_id_fkey FOREIGN KEY (account_id) REFERENCES lender_accounts(id),
  CONSTRAINT billets_pkey PRIMARY KEY (id),
  CONSTRAINT billets_our_number_unique UNIQUE (our_number),
  CONSTRAINT billets_token_unique UNIQUE (token_hash),
) WITH (fillfactor=85);
CREATE INDEX billets_by_due ON public.billets USING btree (COALESCE(original_due_date, due_date), id) WHERE ((kind = 'installment'::text) AND (canceled_at IS NULL));
CREATE INDEX billets_by_transaction ON public.billets USING btree (transaction_id, installment_number);
CREATE UNIQUE INDEX billets_one_living_of_installment ON public.billets USING btree (transaction_id, installment_number) WHERE ((canceled_at IS NULL) AND (kind <> 'settlement'::text));
CREATE UNIQUE INDEX billets_replacing ON public.billets USING btree (replaces) WHERE (replaces IS NOT NULL);
CREATE TRIGGER billets_end_pix_charge AFTER UPDATE OF payment_status, canceled_at, part_paid_centavos, open_fine_centavos, open_interest_centavos ON public.billets FOR EACH ROW WHEN (((new.payment_status = 'PAID'::text) OR (new.canceled_at IS NOT NULL) OR (new.part_paid_centavos > 0) OR (new.open_fine_centavos IS NOT NULL) OR (new.open_interest_centavos > 0))) EXECUTE FUNCTION end_pix_charge();
CREATE TRIGGER billets_immutable BEFORE UPDATE ON public.billets FOR EACH ROW EXECUTE FUNCTION check_billet_change();
CREATE TRIGGER billets_never_removed BEFORE DELETE OR TRUNCATE ON public.billets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE bought_checkouts (
  id text NOT NULL,
  retailer_id text NOT NULL,
  decision_id text NOT NULL,
  cpf_index bytea NOT NULL,
  details bytea NOT NULL STORAGE EXTERNAL,
  source text NOT NULL,
  device text NOT NULL,
  purchase_centavos bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT bought_checkouts_id_check CHECK ((id ~ '^[0-9a-f]{21}000$'::text)),
  CONSTRAINT bought_checkouts_purchase_centavos_check CHECK ((purchase_centavos > 0)),
  CONSTRAINT bought_checkouts_pkey PRIMARY KEY (id),
);

TABLE checkouts PARTITION BY RANGE (id) (
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
  mac bytea NOT NULL,
  CONSTRAINT checkouts_id_check CHECK ((id ~ '^[0-9a-f]{21}000$'::text)),
  CONSTRAINT checkouts_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT checkouts_purchase_centavos_check CHECK ((purchase_centavos > 0)),
  CONSTRAINT checkouts_pkey PRIMARY KEY (id),
);

TABLE checkouts_rest PARTITION OF checkouts DEFAULT (
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
  mac bytea NOT NULL,
  CONSTRAINT checkouts_id_check CHECK ((id ~ '^[0-9a-f]{21}000$'::text)),
  CONSTRAINT checkouts_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT checkouts_purchase_centavos_check CHECK ((purchase_centavos > 0)),
  CONSTRAINT checkouts_rest_pkey PRIMARY KEY (id),
);

TABLE clearing_items (
  reference text NOT NULL,
  account_id text NOT NULL,
  paid_centavos bigint NOT NULL,
  credited_centavos bigint NOT NULL,
  credited_on date NOT NULL,
  booked_at timestamp with time zone,
  CONSTRAINT clearing_items_credited_centavos_check CHECK ((credited_centavos > 0)),
  CONSTRAINT clearing_items_paid_centavos_check CHECK ((paid_centavos > 0)),
  CONSTRAINT clearing_items_account_id_fkey FOREIGN KEY (account_id) REFERENCES lender_accounts(id),
  CONSTRAINT clearing_items_pkey PRIMARY KEY (reference),
);
CREATE INDEX clearing_items_due ON public.clearing_items USING btree (credited_on) WHERE (booked_at IS NULL);

TABLE closing_batches (
  month_end date NOT NULL,
  number integer NOT NULL,
  first_id text NOT NULL,
  before_id text NOT NULL,
  contract_count integer,
  totals json,
  hash bytea,
  CONSTRAINT closing_batches_check CHECK ((((hash IS NULL) = (totals IS NULL)) AND ((hash IS NULL) = (contract_count IS NULL)))),
  CONSTRAINT closing_batches_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT closing_batches_number_check CHECK ((number > 0)),
  CONSTRAINT closing_batches_month_end_fkey FOREIGN KEY (month_end) REFERENCES closings(month_end),
  CONSTRAINT closing_batches_pkey PRIMARY KEY (month_end, number),
) WITH (fillfactor=80);
CREATE INDEX closing_batches_left ON public.closing_batches USING btree (month_end, number) WHERE (hash IS NULL);
CREATE TRIGGER closing_batches_added AFTER INSERT ON public.closing_batches REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_closed_month();
CREATE TRIGGER closing_batches_changed AFTER UPDATE ON public.closing_batches REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_closed_month();
CREATE TRIGGER closing_batches_removed AFTER DELETE ON public.closing_batches REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_closed_month();

TABLE closing_contracts (
  month_end date NOT NULL,
  transaction_id text NOT NULL,
  customer_centavos bigint NOT NULL,
  unearned_centavos bigint NOT NULL,
  deferred_fee_centavos bigint NOT NULL,
  deferred_retention_centavos bigint NOT NULL,
  deferred_cost_centavos bigint NOT NULL,
  deferred_charges_centavos bigint NOT NULL,
  restructuring_centavos bigint NOT NULL,
  allowance_centavos bigint NOT NULL,
  written_off_centavos bigint NOT NULL,
  retailer_id text,
  seller_index bytea,
  started_on date,
  first_due_date date,
  interest_rate_pm double precision,
  open_centavos bigint[],
  accrued_through date,
  accelerated_on date,
  written_off_on date,
  days_past_due integer,
  stage smallint,
  is_agreement boolean NOT NULL,
  CONSTRAINT closing_contracts_days_past_due_check CHECK ((days_past_due >= 0)),
  CONSTRAINT closing_contracts_stage_check CHECK (((stage >= 1) AND (stage <= 3))),
  CONSTRAINT closing_contracts_pkey PRIMARY KEY (month_end, transaction_id),
);
CREATE TRIGGER closing_contracts_added AFTER INSERT ON public.closing_contracts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_closed_month();
CREATE TRIGGER closing_contracts_never_changed BEFORE UPDATE OR TRUNCATE ON public.closing_contracts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closing_contracts_removed AFTER DELETE ON public.closing_contracts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_closed_month();

TABLE closings (
  month_end date NOT NULL,
  id text NOT NULL,
  state text NOT NULL,
  version integer NOT NULL,
  first_later_id text NOT NULL,
  entry_count bigint NOT NULL,
  started_at timestamp with time zone NOT NULL,
  result json,
  hash bytea,
  proposed_by text,
  closed_by text,
  closed_at timestamp with time zone,
  mac bytea NOT NULL,
  CONSTRAINT closings_check CHECK ((((state = 'RUNNING'::text) = (result IS NULL)) AND ((result IS NULL) = (hash IS NULL)))),
  CONSTRAINT closings_check1 CHECK ((((state = 'CLOSED'::text) = (closed_at IS NOT NULL)) AND ((state = 'CLOSED'::text) = (closed_by IS NOT NULL)))),
  CONSTRAINT closings_check2 CHECK ((((closed_by IS NULL) = (proposed_by IS NULL)) AND (closed_by <> proposed_by))),
  CONSTRAINT closings_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT closings_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT closings_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT closings_state_check CHECK ((state = ANY (ARRAY['RUNNING'::text, 'READY'::text, 'CLOSED'::text]))),
  CONSTRAINT closings_version_check CHECK ((version > 0)),
  CONSTRAINT closings_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES operators(id),
  CONSTRAINT closings_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES operators(id),
  CONSTRAINT closings_pkey PRIMARY KEY (month_end),
  CONSTRAINT closings_id_key UNIQUE (id),
);
CREATE TRIGGER closings_changed AFTER UPDATE ON public.closings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_closed_month();
CREATE TRIGGER closings_never_removed BEFORE DELETE OR TRUNCATE ON public.closings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE code_devices (
  phone_index bytea NOT NULL,
  device_index bytea NOT NULL,
  entered_at timestamp with time zone NOT NULL,
  CONSTRAINT code_devices_pkey PRIMARY KEY (phone_index, device_index),
);
CREATE INDEX code_devices_by_age ON public.code_devices USING btree (entered_at);

TABLE code_sends (
  code_id text NOT NULL,
  phone_index bytea NOT NULL,
  way text NOT NULL,
  reserve text,
  subject text NOT NULL,
  address_index bytea NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  CONSTRAINT code_sends_code_id_check CHECK ((code_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT code_sends_way_check CHECK ((way = ANY (ARRAY['link'::text, 'purchase'::text, 'account'::text]))),
  CONSTRAINT code_sends_pkey PRIMARY KEY (code_id),
);
CREATE INDEX code_sends_by_age ON public.code_sends USING btree (sent_at);
CREATE INDEX code_sends_by_phone ON public.code_sends USING btree (phone_index, sent_at);

TABLE collection_progress (
  step text NOT NULL,
  due_date date NOT NULL,
  billet_id text NOT NULL,
  CONSTRAINT collection_progress_step_check CHECK ((step <> ''::text)),
  CONSTRAINT collection_progress_pkey PRIMARY KEY (step),
);

TABLE collection_steps (
  transaction_id text NOT NULL,
  installment_number smallint NOT NULL,
  step text NOT NULL,
  outcome text NOT NULL,
  taken_at timestamp with time zone NOT NULL,
  CONSTRAINT collection_steps_installment_number_check CHECK ((installment_number > 0)),
  CONSTRAINT collection_steps_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'skipped'::text]))),
  CONSTRAINT collection_steps_step_check CHECK ((step <> ''::text)),
  CONSTRAINT collection_steps_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT collection_steps_pkey PRIMARY KEY (transaction_id, installment_number, step),
);
CREATE TRIGGER collection_steps_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.collection_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE collection_stops (
  case_id text NOT NULL,
  transaction_id text NOT NULL,
  begun_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT collection_stops_case_id_check CHECK ((case_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT collection_stops_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES loans(transaction_id),
  CONSTRAINT collection_stops_pkey PRIMARY KEY (case_id, transaction_id),
);
CREATE INDEX collection_stops_in_force ON public.collection_stops USING btree (transaction_id) WHERE (ended_at IS NULL);

TABLE compliance_cases (
  id text NOT NULL,
  kind text NOT NULL,
  cpf_index bytea NOT NULL,
  transaction_id text NOT NULL,
  about text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  result text,
  closed_at timestamp with time zone,
  version integer NOT NULL,
  box bytea,
  mac bytea NOT NULL,
  CONSTRAINT compliance_cases_closed CHECK (((result IS NULL) = (closed_at IS NULL))),
  CONSTRAINT compliance_cases_cpf_index_check CHECK ((length(cpf_index) = 16)),
  CONSTRAINT compliance_cases_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT compliance_cases_kind_check CHECK ((kind ~ '^[A-Z]+(_[A-Z]+)*$'::text)),
  CONSTRAINT compliance_cases_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT compliance_cases_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT compliance_cases_version_check CHECK ((version > 0)),
  CONSTRAINT compliance_cases_pkey PRIMARY KEY (id),
  CONSTRAINT compliance_cases_once UNIQUE (cpf_index, kind, about),
);
CREATE INDEX compliance_cases_by_transaction ON public.compliance_cases USING btree (transaction_id);
CREATE INDEX compliance_cases_open ON public.compliance_cases USING btree (opened_at, id) WHERE (result IS NULL);
CREATE TRIGGER compliance_cases_never_removed BEFORE DELETE OR TRUNCATE ON public.compliance_cases FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE compliance_reports (
  id text NOT NULL,
  kind text NOT NULL,
  case_id text,
  year integer,
  decision_id text NOT NULL,
  decided_on date NOT NULL,
  due_on date,
  reported_on date,
  receipt text,
  recorded_by text,
  mac bytea NOT NULL,
  CONSTRAINT compliance_reports_about CHECK ((((kind = 'NO_OCCURRENCE'::text) = (case_id IS NULL)) AND ((case_id IS NULL) <> (year IS NULL)))),
  CONSTRAINT compliance_reports_due CHECK (((kind = 'NO_REPORT'::text) = (due_on IS NULL))),
  CONSTRAINT compliance_reports_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT compliance_reports_kind_check CHECK ((kind = ANY (ARRAY['REPORT'::text, 'NO_REPORT'::text, 'NO_OCCURRENCE'::text]))),
  CONSTRAINT compliance_reports_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT compliance_reports_receipt CHECK ((((receipt IS NULL) = (reported_on IS NULL)) AND ((receipt IS NULL) = (recorded_by IS NULL)))),
  CONSTRAINT compliance_reports_receipt_check CHECK ((receipt <> ''::text)),
  CONSTRAINT compliance_reports_year_check CHECK (((year >= 2000) AND (year <= 9999))),
  CONSTRAINT compliance_reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES compliance_cases(id),
  CONSTRAINT compliance_reports_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES desk_decisions(id),
  CONSTRAINT compliance_reports_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES operators(id),
  CONSTRAINT compliance_reports_pkey PRIMARY KEY (id),
  CONSTRAINT compliance_reports_case_id_key UNIQUE (case_id),
  CONSTRAINT compliance_reports_year_key UNIQUE (year),
);
CREATE TRIGGER compliance_reports_never_removed BEFORE DELETE OR TRUNCATE ON public.compliance_reports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE connector_accounts (
  id text NOT NULL,
  platform text NOT NULL,
  retailer_id text NOT NULL,
  account text NOT NULL,
  is_enabled boolean NOT NULL,
  settings jsonb NOT NULL,
  keys_box bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT connector_accounts_account_check CHECK ((account ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'::text)),
  CONSTRAINT connector_accounts_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT connector_accounts_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT connector_accounts_platform_check CHECK ((platform ~ '^[a-z][a-z0-9]{1,19}$'::text)),
  CONSTRAINT connector_accounts_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT connector_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT connector_accounts_of_retailer UNIQUE (platform, retailer_id),
  CONSTRAINT connector_accounts_of_shop UNIQUE (platform, account),
);
CREATE TRIGGER connector_accounts_never_removed BEFORE DELETE OR TRUNCATE ON public.connector_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE connector_differences (
  id text NOT NULL,
  account_id text NOT NULL,
  payment_id text NOT NULL,
  kind text NOT NULL,
  theirs text NOT NULL,
  ours text NOT NULL,
  found_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT connector_differences_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT connector_differences_kind_check CHECK ((kind ~ '^[A-Z][A-Z_]{1,39}$'::text)),
  CONSTRAINT connector_differences_account_id_fkey FOREIGN KEY (account_id) REFERENCES connector_accounts(id),
  CONSTRAINT connector_differences_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES connector_payments(id),
  CONSTRAINT connector_differences_pkey PRIMARY KEY (id),
);
CREATE INDEX connector_differences_by_account ON public.connector_differences USING btree (account_id, id DESC);
CREATE UNIQUE INDEX connector_differences_open ON public.connector_differences USING btree (payment_id, kind) WHERE (ended_at IS NULL);

TABLE connector_endpoints (
  account_id text NOT NULL,
  url text NOT NULL,
  claimed_until timestamp with time zone NOT NULL,
  endpoint_id text,
  secret_box bytea,
  looked_at timestamp with time zone,
  CONSTRAINT connector_endpoints_url_check CHECK ((length(url) <= 2048)),
  CONSTRAINT connector_endpoints_whole CHECK ((num_nulls(endpoint_id, secret_box, looked_at) = ANY (ARRAY[0, 3]))),
  CONSTRAINT connector_endpoints_account_id_fkey FOREIGN KEY (account_id) REFERENCES connector_accounts(id),
  CONSTRAINT connector_endpoints_pkey PRIMARY KEY (account_id),
);

TABLE connector_inbox (
  account_id text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  order_id text,
  link_id text,
  transaction_id text,
  received_at timestamp with time zone NOT NULL,
  handled_at timestamp with time zone,
  tries integer NOT NULL DEFAULT 0,
  due_at timestamp with time zone NOT NULL,
  CONSTRAINT connector_inbox_event_id_check CHECK (((length(event_id) >= 1) AND (length(event_id) <= 64))),
  CONSTRAINT connector_inbox_account_id_fkey FOREIGN KEY (account_id) REFERENCES connector_accounts(id),
  CONSTRAINT connector_inbox_pkey PRIMARY KEY (account_id, event_id),
) WITH (fillfactor=80);
CREATE INDEX connector_inbox_by_time ON public.connector_inbox USING btree (received_at);
CREATE INDEX connector_inbox_due ON public.connector_inbox USING btree (due_at) WHERE (handled_at IS NULL);

TABLE connector_log (
  id text NOT NULL,
  account_id text NOT NULL,
  payment_id text,
  level text NOT NULL,
  code text NOT NULL,
  message text NOT NULL,
  logged_at timestamp with time zone NOT NULL,
  CONSTRAINT connector_log_code_check CHECK ((code ~ '^[A-Z][A-Z_]{1,39}$'::text)),
  CONSTRAINT connector_log_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT connector_log_level_check CHECK ((level = ANY (ARRAY['info'::text, 'problem'::text]))),
  CONSTRAINT connector_log_message_check CHECK (((length(message) >= 1) AND (length(message) <= 500))),
  CONSTRAINT connector_log_account_id_fkey FOREIGN KEY (account_id) REFERENCES connector_accounts(id),
  CONSTRAINT connector_log_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES connector_payments(id),
  CONSTRAINT connector_log_pkey PRIMARY KEY (id),
);
CREATE INDEX connector_log_by_account ON public.connector_log USING btree (account_id, id DESC);
CREATE INDEX connector_log_by_time ON public.connector_log USING btree (logged_at);

TABLE connector_notices (
  payment_id text NOT NULL,
  kind text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  last_status integer,
  due_at timestamp with time zone NOT NULL,
  claimed_until timestamp with time zone,
  ended_at timestamp with time zone,
  is_delivered boolean NOT NULL DEFAULT false,
  CONSTRAINT connector_notices_attempts_check CHECK ((attempts >= 0)),
  CONSTRAINT connector_notices_kind_check CHECK ((kind ~ '^[a-z][a-z0-9:-]{1,63}$'::text)),
  CONSTRAINT connector_notices_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES connector_payments(id),
  CONSTRAINT connector_notices_pkey PRIMARY KEY (payment_id, kind),
) WITH (fillfactor=80);
CREATE INDEX connector_notices_due ON public.connector_notices USING btree (due_at) WHERE (ended_at IS NULL);

TABLE connector_operations (
  payment_id text NOT NULL,
  kind text NOT NULL,
  request_id text NOT NULL,
  reference text NOT NULL,
  amount_centavos bigint NOT NULL,
  products text[] NOT NULL,
  state text NOT NULL,
  code text,
  asked_at timestamp with time zone NOT NULL,
  answered_at timestamp with time zone,
  mac bytea NOT NULL,
  CONSTRAINT connector_operations_amount_centavos_check CHECK ((amount_centavos >= 0)),
  CONSTRAINT connector_operations_answered CHECK (((state = ANY (ARRAY['done'::text, 'refused'::text])) = (answered_at IS NOT NULL))),
  CONSTRAINT connector_operations_code_check CHECK ((code ~ '^[A-Z][A-Z_]{1,39}$'::text)),
  CONSTRAINT connector_operations_kind_check CHECK ((kind = ANY (ARRAY['cancel'::text, 'settle'::text, 'refund'::text]))),
  CONSTRAINT connector_operations_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT connector_operations_reference_check CHECK ((reference ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT connector_operations_request_id_check CHECK (((length(request_id) >= 1) AND (length(request_id) <= 128))),
  CONSTRAINT connector_operations_state_check CHECK ((state = ANY (ARRAY['intended'::text, 'unknown'::text, 'done'::text, 'refused'::text]))),
  CONSTRAINT connector_operations_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES connector_payments(id),
  CONSTRAINT connector_operations_pkey PRIMARY KEY (payment_id, kind, request_id),
  CONSTRAINT connector_operations_reference_key UNIQUE (reference),
) WITH (fillfactor=80);
CREATE INDEX connector_operations_open ON public.connector_operations USING btree (asked_at) WHERE (state = ANY (ARRAY['intended'::text, 'unknown'::text]));

TABLE connector_payments (
  id text NOT NULL,
  account_id text NOT NULL,
  foreign_id text NOT NULL,
  order_id text NOT NULL,
  state text NOT NULL,
  total_centavos bigint NOT NULL,
  settled_centavos bigint NOT NULL DEFAULT 0,
  link_id text,
  transaction_id text,
  reason text,
  suite text,
  box bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  version integer NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT connector_payments_foreign_id_check CHECK (((length(foreign_id) >= 1) AND (length(foreign_id) <= 128))),
  CONSTRAINT connector_payments_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT connector_payments_link_id_check CHECK ((link_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT connector_payments_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT connector_payments_order_id_check CHECK (((length(order_id) >= 1) AND (length(order_id) <= 64))),
  CONSTRAINT connector_payments_reason_check CHECK ((reason ~ '^[A-Z][A-Z_]{1,39}$'::text)),
  CONSTRAINT connector_payments_settled_centavos_check CHECK ((settled_centavos >= 0)),
  CONSTRAINT connector_payments_state_check CHECK ((state = ANY (ARRAY['received'::text, 'waiting'::text, 'closing'::text, 'approved'::text, 'settled'::text, 'denied'::text, 'canceled'::text, 'refunded'::text]))),
  CONSTRAINT connector_payments_suite_check CHECK ((suite = ANY (ARRAY['approved'::text, 'denied'::text]))),
  CONSTRAINT connector_payments_total_centavos_check CHECK ((total_centavos > 0)),
  CONSTRAINT connector_payments_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT connector_payments_version_check CHECK ((version > 0)),
  CONSTRAINT connector_payments_account_id_fkey FOREIGN KEY (account_id) REFERENCES connector_accounts(id),
  CONSTRAINT connector_payments_pkey PRIMARY KEY (id),
  CONSTRAINT connector_payments_of_platform UNIQUE (account_id, foreign_id),
) WITH (fillfactor=80);
CREATE INDEX connector_payments_by_change ON public.connector_payments USING btree (account_id, changed_at);
CREATE INDEX connector_payments_by_link ON public.connector_payments USING btree (link_id);
CREATE UNIQUE INDEX connector_payments_living ON public.connector_payments USING btree (account_id, order_id) WHERE (state = ANY (ARRAY['received'::text, 'waiting'::text, 'closing'::text, 'approved'::text, 'settled'::text]));
CREATE TRIGGER connector_payments_never_removed BEFORE DELETE OR TRUNCATE ON public.connector_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE contract_addenda (
  transaction_id text NOT NULL,
  retailer_id text NOT NULL,
  statement text NOT NULL,
  seal bytea NOT NULL,
  made_on date NOT NULL,
  confirmation text,
  confirmation_seal bytea,
  confirmed_at timestamp with time zone,
  CONSTRAINT contract_addenda_confirmation_seal_check CHECK ((length(confirmation_seal) = 64)),
  CONSTRAINT contract_addenda_confirmed CHECK ((((confirmation IS NULL) = (confirmation_seal IS NULL)) AND ((confirmation IS NULL) = (confirmed_at IS NULL)))),
  CONSTRAINT contract_addenda_seal_check CHECK ((length(seal) = 64)),
  CONSTRAINT contract_addenda_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT contract_addenda_pkey PRIMARY KEY (transaction_id),
);
CREATE TRIGGER contract_addenda_confirmed_once BEFORE UPDATE ON public.contract_addenda FOR EACH ROW EXECUTE FUNCTION check_addendum_change();
CREATE TRIGGER contract_addenda_never_removed BEFORE DELETE OR TRUNCATE ON public.contract_addenda FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE contract_readings (
  transaction_id text NOT NULL,
  contract_hash text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  CONSTRAINT contract_readings_contract_hash_check CHECK ((contract_hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT contract_readings_transaction_id_check CHECK ((length(transaction_id) = 24)),
  CONSTRAINT contract_readings_pkey PRIMARY KEY (transaction_id, contract_hash),
);
CREATE TRIGGER contract_readings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.contract_readings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE cosif_accounts (
  account_kind text NOT NULL,
  version integer NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  loaded_by text NOT NULL,
  loaded_at timestamp with time zone NOT NULL,
  CONSTRAINT cosif_accounts_account_kind_check CHECK ((account_kind ~ '^[a-z]+(-[a-z]+)*$'::text)),
  CONSTRAINT cosif_accounts_code_check CHECK ((code ~ '^[0-9]+(\.[0-9]+)*$'::text)),
  CONSTRAINT cosif_accounts_loaded_by_check CHECK ((loaded_by <> ''::text)),
  CONSTRAINT cosif_accounts_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  CONSTRAINT cosif_accounts_version_check CHECK ((version > 0)),
  CONSTRAINT cosif_accounts_pkey PRIMARY KEY (account_kind, version),
);
CREATE TRIGGER cosif_accounts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.cosif_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE credit_contracts (
  transaction_id text NOT NULL,
  retailer_id text NOT NULL,
  cpf_index bytea NOT NULL,
  is_living boolean NOT NULL,
  has_started boolean NOT NULL,
  slot smallint NOT NULL DEFAULT 1,
  financed_centavos bigint NOT NULL DEFAULT 0,
  CONSTRAINT credit_contracts_financed_centavos_check CHECK ((financed_centavos >= 0)),
  CONSTRAINT credit_contracts_slot_check CHECK ((slot > 0)),
  CONSTRAINT credit_contracts_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT credit_contracts_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT credit_contracts_pkey PRIMARY KEY (transaction_id),
);
CREATE INDEX credit_contracts_by_cpf ON public.credit_contracts USING btree (cpf_index);
CREATE UNIQUE INDEX credit_contracts_one_living_per_slot ON public.credit_contracts USING btree (cpf_index, slot) WHERE is_living;

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

TABLE credit_policies (
  id text NOT NULL,
  retailer_id text NOT NULL,
  version integer NOT NULL,
  document json NOT NULL,
  created_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT credit_policies_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT credit_policies_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT credit_policies_version_check CHECK ((version > 0)),
  CONSTRAINT credit_policies_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT credit_policies_pkey PRIMARY KEY (id),
  CONSTRAINT credit_policies_version_unique UNIQUE (retailer_id, version),
);

TABLE customer_challenges (
  id text NOT NULL,
  device_hash bytea NOT NULL,
  cpf_index bytea NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  code_hash bytea,
  phone_index bytea,
  used_at timestamp with time zone,
  replaced_at timestamp with time zone,
  CONSTRAINT customer_challenges_code_hash_check CHECK ((length(code_hash) = 32)),
  CONSTRAINT customer_challenges_device_hash_check CHECK ((length(device_hash) = 32)),
  CONSTRAINT customer_challenges_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT customer_challenges_sent CHECK (((code_hash IS NULL) = (phone_index IS NULL))),
  CONSTRAINT customer_challenges_tries_check CHECK (((tries >= 0) AND (tries <= 5))),
  CONSTRAINT customer_challenges_used CHECK (((used_at IS NULL) OR ((code_hash IS NOT NULL) AND (replaced_at IS NULL)))),
  CONSTRAINT customer_challenges_pkey PRIMARY KEY (id),
);
CREATE INDEX customer_challenges_by_age ON public.customer_challenges USING btree (asked_at);
CREATE INDEX customer_challenges_by_cpf ON public.customer_challenges USING btree (cpf_index, asked_at);
CREATE INDEX customer_challenges_by_device ON public.customer_challenges USING btree (device_hash, asked_at);
CREATE UNIQUE INDEX customer_challenges_one_living ON public.customer_challenges USING btree (device_hash) WHERE ((used_at IS NULL) AND (replaced_at IS NULL));

TABLE customer_emails (
  transaction_id text NOT NULL,
  cpf_index bytea NOT NULL,
  box bytea NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT customer_emails_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT customer_emails_pkey PRIMARY KEY (transaction_id),
);
CREATE INDEX customer_emails_by_cpf ON public.customer_emails USING btree (cpf_index);

TABLE customer_requests (
  id text NOT NULL,
  cpf_index bytea NOT NULL,
  kind text NOT NULL,
  transaction_id text,
  box bytea NOT NULL,
  answer_box bytea,
  opened_at timestamp with time zone NOT NULL,
  answer_until date NOT NULL,
  answered_at timestamp with time zone,
  CONSTRAINT customer_requests_answered CHECK (((answer_box IS NULL) = (answered_at IS NULL))),
  CONSTRAINT customer_requests_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT customer_requests_kind_check CHECK ((kind = ANY (ARRAY['REVIEW'::text, 'CORRECTION'::text, 'ERASURE'::text]))),
  CONSTRAINT customer_requests_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT customer_requests_pkey PRIMARY KEY (id),
);
CREATE INDEX customer_requests_by_cpf ON public.customer_requests USING btree (cpf_index, opened_at);
CREATE INDEX customer_requests_open ON public.customer_requests USING btree (opened_at) WHERE (answered_at IS NULL);

TABLE customer_sessions (
  session_hash bytea NOT NULL,
  cpf_index bytea NOT NULL,
  phone_index bytea NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT customer_sessions_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT customer_sessions_session_hash_check CHECK ((length(session_hash) = 32)),
  CONSTRAINT customer_sessions_pkey PRIMARY KEY (session_hash),
);
CREATE INDEX customer_sessions_by_age ON public.customer_sessions USING btree (opened_at);
CREATE INDEX customer_sessions_by_cpf ON public.customer_sessions USING btree (cpf_index);

TABLE data_keys (
  id smallint NOT NULL,
  wrapped_by bytea,
  box bytea,
  announced_at timestamp with time zone NOT NULL,
  active_at timestamp with time zone,
  retired_at timestamp with time zone,
  CONSTRAINT data_keys_first_is_derived CHECK ((((id = 1) = (box IS NULL)) AND ((box IS NULL) = (wrapped_by IS NULL)))),
  CONSTRAINT data_keys_id_check CHECK ((id > 0)),
  CONSTRAINT data_keys_wrapped_by_check CHECK ((length(wrapped_by) = 16)),
  CONSTRAINT data_keys_pkey PRIMARY KEY (id),
);

TABLE deployment (
  singleton boolean NOT NULL DEFAULT true,
  environment text NOT NULL,
  secret_fingerprint bytea NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT deployment_environment_check CHECK ((environment = ANY (ARRAY['homologation'::text, 'production'::text]))),
  CONSTRAINT deployment_singleton_check CHECK (singleton),
  CONSTRAINT deployment_pkey PRIMARY KEY (singleton),
);

TABLE deployment_clock (
  singleton boolean NOT NULL DEFAULT true,
  offset_ms bigint NOT NULL,
  CONSTRAINT deployment_clock_offset_ms_check CHECK ((offset_ms >= 0)),
  CONSTRAINT deployment_clock_singleton_check CHECK (singleton),
  CONSTRAINT deployment_clock_pkey PRIMARY KEY (singleton),
);

TABLE desk_claims (
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  operator_id text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT desk_claims_subject_id_check CHECK ((length(subject_id) = 24)),
  CONSTRAINT desk_claims_subject_kind_check CHECK ((subject_kind ~ '^[a-z]+(-[a-z]+)*$'::text)),
  CONSTRAINT desk_claims_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  CONSTRAINT desk_claims_pkey PRIMARY KEY (subject_kind, subject_id),
) WITH (fillfactor=70);

TABLE desk_decisions (
  id text NOT NULL,
  "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  subject_version integer NOT NULL,
  transaction_id text,
  order_id text,
  cpf_index bytea,
  result text NOT NULL,
  target text,
  reason bytea NOT NULL,
  amount_centavos bigint NOT NULL,
  state text NOT NULL,
  decided_by text NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  answered_by text,
  answered_at timestamp with time zone,
  answer_reason bytea,
  four_eyes_reason text,
  mac bytea NOT NULL,
  CONSTRAINT desk_decisions_answered CHECK ((((answered_by IS NULL) = (answered_at IS NULL)) AND ((state <> 'proposed'::text) OR (answered_by IS NULL)) AND ((state <> 'declined'::text) OR (answered_by IS NOT NULL)))),
  CONSTRAINT desk_decisions_four_eyes CHECK (((answered_by IS NULL) OR (answered_by <> decided_by))),
  CONSTRAINT desk_decisions_four_eyes_reason_check CHECK ((four_eyes_reason ~ '^[A-Z]+(_[A-Z]+)*$'::text)),
  CONSTRAINT desk_decisions_id_check CHECK ((length(id) = 24)),
  CONSTRAINT desk_decisions_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT desk_decisions_result_check CHECK ((result <> ''::text)),
  CONSTRAINT desk_decisions_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'done'::text, 'declined'::text, 'overtaken'::text]))),
  CONSTRAINT desk_decisions_subject_id_check CHECK ((length(subject_id) = 24)),
  CONSTRAINT desk_decisions_subject_kind_check CHECK ((subject_kind ~ '^[a-z]+(-[a-z]+)*$'::text)),
  CONSTRAINT desk_decisions_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES operators(id),
  CONSTRAINT desk_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operators(id),
  CONSTRAINT desk_decisions_pkey PRIMARY KEY (id),
);
CREATE INDEX desk_decisions_by_cpf ON public.desk_decisions USING btree (cpf_index, "position");
CREATE INDEX desk_decisions_by_order ON public.desk_decisions USING btree (order_id, "position");
CREATE INDEX desk_decisions_by_subject ON public.desk_decisions USING btree (subject_kind, subject_id, "position");
CREATE INDEX desk_decisions_by_transaction ON public.desk_decisions USING btree (transaction_id, "position");
CREATE INDEX desk_decisions_moved_alone ON public.desk_decisions USING btree (decided_by, decided_at) WHERE ((subject_kind = 'suspense'::text) AND (state = 'done'::text) AND (answered_by IS NULL) AND (result = ANY (ARRAY['CREDIT'::text, 'REFUND'::text])));
CREATE UNIQUE INDEX desk_decisions_one_proposal ON public.desk_decisions USING btree (subject_kind, subject_id) WHERE (state = 'proposed'::text);
CREATE INDEX desk_decisions_proposed ON public.desk_decisions USING btree ("position") WHERE (state = 'proposed'::text);
CREATE TRIGGER desk_decisions_immutable BEFORE UPDATE ON public.desk_decisions FOR EACH ROW EXECUTE FUNCTION check_desk_decision_change();
CREATE TRIGGER desk_decisions_never_removed BEFORE DELETE OR TRUNCATE ON public.desk_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE events (
  id text NOT NULL,
  retailer_id text NOT NULL,
  transaction_id text,
  sequence integer NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  payment_link_id text,
  CONSTRAINT events_about_one CHECK ((num_nonnulls(transaction_id, payment_link_id) =
CASE type
    WHEN 'endpoint.disabled'::text THEN 0
    ELSE 1
END)),
  CONSTRAINT events_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT events_sequence_check CHECK ((sequence > 0)),
  CONSTRAINT events_type_check CHECK ((type ~ '^[a-z_]+\.[a-z]+$'::text)),
  CONSTRAINT events_pkey PRIMARY KEY (id),
  CONSTRAINT events_sequence_unique UNIQUE (transaction_id, sequence),
);
CREATE UNIQUE INDEX events_by_position ON public.events USING btree (retailer_id, "position");
CREATE INDEX events_by_retailer ON public.events USING btree (retailer_id, id);
CREATE UNIQUE INDEX events_link_sequence_unique ON public.events USING btree (payment_link_id, sequence) WHERE (payment_link_id IS NOT NULL);
CREATE TRIGGER events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE file_keys (
  name text NOT NULL,
  key_salt bytea NOT NULL,
  key_box bytea,
  CONSTRAINT file_keys_key_salt_check CHECK ((length(key_salt) = 16)),
  CONSTRAINT file_keys_name_check CHECK ((length(name) = 64)),
  CONSTRAINT file_keys_pkey PRIMARY KEY (name),
);

TABLE formal_notices (
  id text NOT NULL,
  transaction_id text NOT NULL,
  kind text NOT NULL,
  due_date date NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  channel text,
  provider_id text,
  delivered_at timestamp with time zone,
  receipt text,
  due_at timestamp with time zone,
  serving smallint NOT NULL DEFAULT 1,
  CONSTRAINT formal_notices_channel_check CHECK ((channel = ANY (ARRAY['SMS'::text, 'EMAIL'::text]))),
  CONSTRAINT formal_notices_check CHECK (((delivered_at IS NULL) = (receipt IS NULL))),
  CONSTRAINT formal_notices_check1 CHECK (((delivered_at IS NULL) OR (sent_at IS NOT NULL))),
  CONSTRAINT formal_notices_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT formal_notices_kind_check CHECK ((kind = ANY (ARRAY['listing'::text, 'acceleration'::text]))),
  CONSTRAINT formal_notices_serving_check CHECK ((serving > 0)),
  CONSTRAINT formal_notices_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES loans(transaction_id),
  CONSTRAINT formal_notices_pkey PRIMARY KEY (id),
  CONSTRAINT formal_notices_once UNIQUE (transaction_id, kind, due_date, serving),
);
CREATE INDEX formal_notices_due ON public.formal_notices USING btree (due_at) WHERE (due_at IS NOT NULL);

TABLE funds (
  id text NOT NULL,
  name text NOT NULL,
  payee_box bytea NOT NULL,
  rules json NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT funds_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT funds_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT funds_name_check CHECK ((name <> ''::text)),
  CONSTRAINT funds_pkey PRIMARY KEY (id),
);
CREATE TRIGGER funds_append_only BEFORE DELETE OR TRUNCATE ON public.funds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

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

TABLE identity_analyses (
  root_id text NOT NULL,
  pictures text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  box bytea NOT NULL,
  CONSTRAINT identity_analyses_root_id_fkey FOREIGN KEY (root_id) REFERENCES onboardings(transaction_id) ON DELETE CASCADE,
  CONSTRAINT identity_analyses_pkey PRIMARY KEY (root_id),
);

TABLE invoice_quotas (
  retailer_id text NOT NULL,
  day date NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT invoice_quotas_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT invoice_quotas_pkey PRIMARY KEY (retailer_id, day),
);

TABLE invoices (
  id text NOT NULL,
  transaction_id text NOT NULL,
  retailer_id text NOT NULL,
  version smallint NOT NULL,
  file_name text NOT NULL,
  sha256 bytea NOT NULL,
  bytes integer NOT NULL,
  state text NOT NULL,
  findings json,
  code text,
  message text,
  decided_by text,
  received_at timestamp with time zone NOT NULL,
  checked_at timestamp with time zone,
  decided_at timestamp with time zone,
  replaced_at timestamp with time zone,
  mac bytea,
  CONSTRAINT invoices_bytes_check CHECK (((bytes >= 1) AND (bytes <= 10485760))),
  CONSTRAINT invoices_decided_with_author CHECK ((((state = ANY (ARRAY['VALIDATED'::text, 'REFUSED'::text])) = (decided_at IS NOT NULL)) AND ((decided_at IS NULL) = (decided_by IS NULL)) AND ((decided_at IS NULL) OR (code IS NOT NULL)) AND ((state <> 'REFUSED'::text) OR (message IS NOT NULL)))),
  CONSTRAINT invoices_file_name_check CHECK ((length(file_name) = 64)),
  CONSTRAINT invoices_id_check CHECK ((length(id) = 24)),
  CONSTRAINT invoices_message_check CHECK ((length(message) <= 500)),
  CONSTRAINT invoices_retailer_id_check CHECK ((length(retailer_id) = 24)),
  CONSTRAINT invoices_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT invoices_state_check CHECK ((state = ANY (ARRAY['RECEIVED'::text, 'DESK'::text, 'VALIDATED'::text, 'REFUSED'::text, 'WITHDRAWN'::text]))),
  CONSTRAINT invoices_transaction_id_check CHECK ((length(transaction_id) = 24)),
  CONSTRAINT invoices_version_check CHECK (((version >= 1) AND (version <= 5))),
  CONSTRAINT invoices_pkey PRIMARY KEY (id),
  CONSTRAINT invoices_version_unique UNIQUE (transaction_id, version),
);
CREATE INDEX invoices_at_desk ON public.invoices USING btree (id) WHERE ((state = 'DESK'::text) AND (replaced_at IS NULL));
CREATE INDEX invoices_by_file ON public.invoices USING btree (file_name);
CREATE UNIQUE INDEX invoices_one_current ON public.invoices USING btree (transaction_id) WHERE (replaced_at IS NULL);
CREATE TRIGGER invoices_guarded BEFORE UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION check_invoice_change();
CREATE TRIGGER invoices_never_removed BEFORE DELETE OR TRUNCATE ON public.invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE job_schedules (
  name text NOT NULL,
  fired_slot timestamp with time zone NOT NULL,
  succeeded_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT job_schedules_pkey PRIMARY KEY (name),
);

TABLE jobs (
  id text NOT NULL,
  kind text NOT NULL,
  intent text NOT NULL,
  payload json NOT NULL,
  run_at timestamp with time zone NOT NULL,
  asked integer NOT NULL DEFAULT 1,
  attempts integer NOT NULL DEFAULT 0,
  claim_id text,
  leased_until timestamp with time zone,
  last_error text,
  dead_at timestamp with time zone,
  enqueued_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT jobs_claim_with_lease CHECK (((claim_id IS NULL) = (leased_until IS NULL))),
  CONSTRAINT jobs_dead_not_running CHECK (((dead_at IS NULL) OR (claim_id IS NULL))),
  CONSTRAINT jobs_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT jobs_intent_check CHECK ((intent <> ''::text)),
  CONSTRAINT jobs_kind_check CHECK ((kind <> ''::text)),
  CONSTRAINT jobs_pkey PRIMARY KEY (id),
  CONSTRAINT jobs_intent_unique UNIQUE (kind, intent),
) WITH (fillfactor=80);
CREATE INDEX jobs_dead ON public.jobs USING btree (dead_at, id) WHERE (dead_at IS NOT NULL);
CREATE INDEX jobs_due ON public.jobs USING btree (run_at, id) WHERE (dead_at IS NULL);

TABLE keyring (
  key_id bytea NOT NULL,
  box bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT keyring_key_id_check CHECK ((length(key_id) = 16)),
  CONSTRAINT keyring_pkey PRIMARY KEY (key_id),
);

TABLE ledger_closed_months (
  month_end date NOT NULL,
  closed_at timestamp with time zone NOT NULL,
  CONSTRAINT ledger_closed_months_month_end_check CHECK ((month_end = ((date_trunc('month'::text, (month_end)::timestamp with time zone) + '1 mon -1 days'::interval))::date)),
  CONSTRAINT ledger_closed_months_pkey PRIMARY KEY (month_end),
);
CREATE TRIGGER ledger_closed_months_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_closed_months FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE ledger_entries (
  id text NOT NULL,
  kind text NOT NULL,
  retailer_id text,
  transaction_id text,
  reference text NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  memo json NOT NULL,
  mac bytea NOT NULL,
  booked_on date,
  CONSTRAINT ledger_entries_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT ledger_entries_kind_check CHECK ((kind ~ '^[a-z]+(-[a-z]+)*$'::text)),
  CONSTRAINT ledger_entries_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT ledger_entries_reference_check CHECK ((reference <> ''::text)),
  CONSTRAINT ledger_entries_retailer_id_check CHECK ((retailer_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT ledger_entries_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_entries_reference_unique UNIQUE (reference),
);
CREATE INDEX ledger_entries_by_booked_day ON public.ledger_entries USING btree (booked_on, id);
CREATE INDEX ledger_entries_by_transaction ON public.ledger_entries USING btree (transaction_id, id);
CREATE INDEX ledger_entries_contracts ON public.ledger_entries USING btree (retailer_id, id) WHERE (kind = 'contract'::text);
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();
CREATE TRIGGER ledger_entries_booked_day BEFORE INSERT ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION choose_booked_day();

TABLE ledger_heads (
  "position" bigint NOT NULL,
  hash bytea NOT NULL,
  signature bytea NOT NULL,
  signed_at timestamp with time zone NOT NULL,
  CONSTRAINT ledger_heads_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT ledger_heads_position_check CHECK (("position" > 0)),
  CONSTRAINT ledger_heads_signature_check CHECK ((length(signature) = 32)),
  CONSTRAINT ledger_heads_pkey PRIMARY KEY ("position"),
);
CREATE TRIGGER ledger_heads_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE ledger_postings (
  entry_id text NOT NULL,
  line smallint NOT NULL,
  account text NOT NULL,
  amount_centavos bigint NOT NULL,
  CONSTRAINT ledger_postings_account_check CHECK (((account ~ '^(bank|clearing|customer|retailer|clawback|in-transit|commission-payable|unearned-interest|deferred-fee|deferred-retention|deferred-cost|deferred-late-charges|restructuring|allowance|memo-written-off|memo-assigned|fund-payable|fund-receivable):[0-9a-f]{24}$'::text) OR (account ~ '^(premium-payable|insurer-receivable):[a-z0-9-]{1,40}$'::text) OR (account ~ '^unidentified-bank:[0-9]{3}$'::text) OR (account = ANY (ARRAY['iof-payable'::text, 'iof-recoverable'::text, 'suspense'::text, 'refunds-due'::text, 'interest-income'::text, 'fee-income'::text, 'retention-income'::text, 'late-fine'::text, 'late-interest'::text, 'recovery-income'::text, 'bank-tariff'::text, 'iof-borne'::text, 'provision-expense'::text, 'waived'::text, 'fraud-loss'::text, 'restructuring-loss'::text, 'memo-contra'::text, 'assignment-result'::text, 'tax-charges'::text])))) NOT VALID,
  CONSTRAINT ledger_postings_amount_centavos_check CHECK ((amount_centavos <> 0)),
  CONSTRAINT ledger_postings_line_check CHECK ((line > 0)),
  CONSTRAINT ledger_postings_pkey PRIMARY KEY (entry_id, line),
);
CREATE INDEX ledger_postings_by_account ON public.ledger_postings USING btree (account, entry_id) INCLUDE (amount_centavos);
CREATE INDEX ledger_postings_retained ON public.ledger_postings USING btree (entry_id) INCLUDE (amount_centavos) WHERE ((account ~~ 'deferred-retention:%'::text) AND (amount_centavos < 0));
CREATE TRIGGER ledger_postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_postings_with_their_entry AFTER INSERT ON public.ledger_postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_ledger_postings();

TABLE ledger_sealed_imbalance (
  singleton boolean NOT NULL DEFAULT true,
  centavos bigint NOT NULL,
  CONSTRAINT ledger_sealed_imbalance_centavos_check CHECK ((centavos > 0)),
  CONSTRAINT ledger_sealed_imbalance_singleton_check CHECK (singleton),
  CONSTRAINT ledger_sealed_imbalance_pkey PRIMARY KEY (singleton),
);

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
CREATE TRIGGER ledger_unsealed_until_sealed AFTER DELETE ON public.ledger_unsealed REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION check_sealed_entry();

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
  mac bytea NOT NULL,
  CONSTRAINT lender_accounts_bank_check CHECK ((bank ~ '^[0-9]{3}$'::text)),
  CONSTRAINT lender_accounts_beneficiary_address_check CHECK ((beneficiary_address <> ''::text)),
  CONSTRAINT lender_accounts_beneficiary_document_check CHECK ((beneficiary_document ~ '^[0-9A-Z]{12}[0-9]{2}$'::text)),
  CONSTRAINT lender_accounts_beneficiary_name_check CHECK ((beneficiary_name <> ''::text)),
  CONSTRAINT lender_accounts_channel_check CHECK ((channel = ANY (ARRAY['file'::text, 'sandbox'::text]))),
  CONSTRAINT lender_accounts_city_check CHECK ((city <> ''::text)),
  CONSTRAINT lender_accounts_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT lender_accounts_last_file_sequence_check CHECK ((last_file_sequence >= 0)),
  CONSTRAINT lender_accounts_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT lender_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT lender_accounts_account_unique UNIQUE (bank, agency, account, portfolio, agreement),
);
CREATE TRIGGER lender_accounts_immutable BEFORE UPDATE ON public.lender_accounts FOR EACH ROW EXECUTE FUNCTION check_lender_account_change();

TABLE listings (
  id text NOT NULL,
  transaction_id text NOT NULL,
  notice_id text NOT NULL,
  due_date date NOT NULL,
  amount_centavos bigint NOT NULL,
  ends_on date NOT NULL,
  state text NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  listed_at timestamp with time zone,
  removal_reason text,
  remove_by date,
  removed_at timestamp with time zone,
  provider_id text,
  problem text,
  attempts integer NOT NULL DEFAULT 0,
  is_unknown boolean NOT NULL DEFAULT false,
  due_at timestamp with time zone,
  lower_by date,
  CONSTRAINT listings_amount_centavos_check CHECK ((amount_centavos > 0)),
  CONSTRAINT listings_check CHECK (((state = ANY (ARRAY['REMOVING'::text, 'REMOVED'::text])) = (removal_reason IS NOT NULL))),
  CONSTRAINT listings_check1 CHECK (((removal_reason IS NULL) = (remove_by IS NULL))),
  CONSTRAINT listings_check2 CHECK (((state = 'REMOVED'::text) = (removed_at IS NOT NULL))),
  CONSTRAINT listings_due_at_check CHECK (((state = ANY (ARRAY['ASKING'::text, 'LOWERING'::text, 'REMOVING'::text])) = (due_at IS NOT NULL))),
  CONSTRAINT listings_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT listings_lower_by_check CHECK (((state = 'LOWERING'::text) = (lower_by IS NOT NULL))),
  CONSTRAINT listings_removal_reason_check CHECK ((removal_reason = ANY (ARRAY['PAID'::text, 'RENEGOTIATED'::text, 'DISPUTED'::text, 'CANCELED'::text, 'ENDED'::text]))),
  CONSTRAINT listings_state_check CHECK ((state = ANY (ARRAY['ASKING'::text, 'LISTED'::text, 'REFUSED'::text, 'LOWERING'::text, 'REMOVING'::text, 'REMOVED'::text]))),
  CONSTRAINT listings_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES formal_notices(id),
  CONSTRAINT listings_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES loans(transaction_id),
  CONSTRAINT listings_pkey PRIMARY KEY (id),
);
CREATE INDEX listings_due ON public.listings USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX listings_one_living ON public.listings USING btree (transaction_id) WHERE (state = ANY (ARRAY['ASKING'::text, 'LISTED'::text, 'LOWERING'::text, 'REMOVING'::text]));
CREATE UNIQUE INDEX listings_one_of_delay ON public.listings USING btree (transaction_id, due_date) WHERE (removal_reason IS DISTINCT FROM 'DISPUTED'::text);

TABLE loans (
  transaction_id text NOT NULL,
  retailer_id text NOT NULL,
  started_on date NOT NULL,
  first_due_date date NOT NULL,
  interest_rate_pm double precision NOT NULL,
  interest_centavos bigint NOT NULL,
  fee_centavos bigint NOT NULL,
  retention_centavos bigint NOT NULL,
  open_centavos bigint[] NOT NULL,
  unearned_centavos bigint NOT NULL,
  deferred_fee_centavos bigint NOT NULL,
  deferred_retention_centavos bigint NOT NULL,
  accrued_through date,
  next_accrual date,
  ended_on date,
  suspended_by text,
  accelerated_on date,
  written_off_on date,
  provided_through date,
  allowance_centavos bigint NOT NULL DEFAULT 0,
  original_rate_pm double precision,
  restructuring_centavos bigint NOT NULL DEFAULT 0,
  problem_since date,
  problem_reason text,
  cured_on date,
  last_late_on date,
  claimed_as_of date,
  assigned_to text,
  assigned_on date,
  CONSTRAINT loans_allowance_centavos_check CHECK ((allowance_centavos >= 0)),
  CONSTRAINT loans_assigned CHECK (((assigned_to IS NULL) = (assigned_on IS NULL))),
  CONSTRAINT loans_assigned_to_check CHECK ((assigned_to ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT loans_check CHECK (((ended_on IS NULL) OR (next_accrual IS NULL))),
  CONSTRAINT loans_interest_rate_pm_check CHECK ((interest_rate_pm >= (0)::double precision)),
  CONSTRAINT loans_open_centavos_check CHECK ((((cardinality(open_centavos) >= 1) AND (cardinality(open_centavos) <= 60)) AND (0 <= ALL (open_centavos)))),
  CONSTRAINT loans_original_rate_pm_check CHECK ((original_rate_pm >= (0)::double precision)),
  CONSTRAINT loans_problem_check CHECK (((problem_since IS NULL) = (problem_reason IS NULL))),
  CONSTRAINT loans_problem_earns_nothing_check CHECK (((problem_since IS NULL) OR (next_accrual IS NULL) OR (next_accrual <= accrued_through))),
  CONSTRAINT loans_problem_reason_check CHECK ((problem_reason = ANY (ARRAY['delay'::text, 'restructured'::text, 'written-off'::text, 'person'::text]))),
  CONSTRAINT loans_retailer_id_check CHECK ((retailer_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT loans_suspended_by_check CHECK ((suspended_by ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT loans_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT loans_pkey PRIMARY KEY (transaction_id),
);
CREATE INDEX loans_by_agreement ON public.loans USING btree (suspended_by) WHERE (suspended_by IS NOT NULL);
CREATE INDEX loans_by_oldest_open_due ON public.loans USING btree (oldest_open_due(first_due_date, open_centavos), transaction_id) WHERE (ended_on IS NULL);
CREATE INDEX loans_ended_with_allowance ON public.loans USING btree (transaction_id) WHERE ((ended_on IS NOT NULL) AND (allowance_centavos <> 0));
CREATE INDEX loans_next_accrual ON public.loans USING btree (next_accrual, transaction_id) WHERE (next_accrual IS NOT NULL);
CREATE INDEX loans_provided_through ON public.loans USING btree (provided_through, transaction_id) WHERE ((ended_on IS NULL) AND (written_off_on IS NULL));
CREATE INDEX loans_running ON public.loans USING btree (transaction_id) WHERE (ended_on IS NULL);

TABLE message_opt_outs (
  to_index bytea NOT NULL,
  channel text NOT NULL,
  source text NOT NULL,
  opted_out_at timestamp with time zone NOT NULL,
  CONSTRAINT message_opt_outs_channel_check CHECK ((channel = ANY (ARRAY['SMS'::text, 'EMAIL'::text]))),
  CONSTRAINT message_opt_outs_source_check CHECK ((source = ANY (ARRAY['operator'::text, 'provider'::text]))),
  CONSTRAINT message_opt_outs_pkey PRIMARY KEY (to_index, channel),
);

TABLE messages (
  id text NOT NULL,
  "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  retailer_id text NOT NULL,
  transaction_id text,
  intent text,
  template text NOT NULL,
  purpose text NOT NULL,
  channel text NOT NULL,
  phone_index bytea,
  to_index bytea NOT NULL,
  code_id text,
  box bytea NOT NULL,
  state text NOT NULL DEFAULT 'QUEUED'::text,
  failure text,
  provider_id text,
  queued_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone,
  settled_at timestamp with time zone,
  CONSTRAINT messages_channel_check CHECK ((channel = ANY (ARRAY['SMS'::text, 'EMAIL'::text]))),
  CONSTRAINT messages_failed CHECK (((state = 'FAILED'::text) = (failure IS NOT NULL))),
  CONSTRAINT messages_failure_check CHECK ((failure = ANY (ARRAY['ADDRESS_INVALID'::text, 'OPTED_OUT'::text, 'BLOCKED'::text, 'EXPIRED'::text, 'UNAVAILABLE'::text]))),
  CONSTRAINT messages_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT messages_purpose_check CHECK ((purpose = ANY (ARRAY['CODE'::text, 'CONTRACT'::text, 'REMINDER'::text, 'COLLECTION'::text]))),
  CONSTRAINT messages_settled CHECK (((state = 'QUEUED'::text) = (settled_at IS NULL))),
  CONSTRAINT messages_state_check CHECK ((state = ANY (ARRAY['QUEUED'::text, 'HANDED_OVER'::text, 'FAILED'::text]))),
  CONSTRAINT messages_pkey PRIMARY KEY (id),
  CONSTRAINT messages_intent UNIQUE (intent),
);
CREATE INDEX messages_by_address ON public.messages USING btree (to_index, retailer_id, "position");
CREATE INDEX messages_by_age ON public.messages USING btree (queued_at);
CREATE INDEX messages_by_code ON public.messages USING btree (code_id) WHERE (code_id IS NOT NULL);
CREATE INDEX messages_by_phone ON public.messages USING btree (phone_index, retailer_id, "position");
CREATE INDEX messages_codes_by_age ON public.messages USING btree (queued_at) WHERE (purpose = 'CODE'::text);

TABLE money_releases (
  hold_id text NOT NULL,
  released_at timestamp with time zone NOT NULL,
  released_by text NOT NULL,
  approved_by text,
  mac bytea NOT NULL,
  CONSTRAINT money_releases_check CHECK ((approved_by <> released_by)),
  CONSTRAINT money_releases_hold_id_check CHECK ((hold_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT money_releases_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT money_releases_released_by_check CHECK ((released_by <> ''::text)),
  CONSTRAINT money_releases_pkey PRIMARY KEY (hold_id),
);
CREATE TRIGGER money_releases_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.money_releases FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE onboarding_consents (
  root_id text NOT NULL,
  subject text NOT NULL,
  accepted boolean NOT NULL,
  answered_at timestamp with time zone NOT NULL,
  origin_box bytea NOT NULL,
  CONSTRAINT onboarding_consents_root_id_check CHECK ((root_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT onboarding_consents_subject_check CHECK ((subject = 'insurance'::text)),
  CONSTRAINT onboarding_consents_pkey PRIMARY KEY (root_id, subject),
);
CREATE TRIGGER onboarding_consents_append_only BEFORE DELETE OR UPDATE OF root_id, subject, accepted, answered_at OR TRUNCATE ON public.onboarding_consents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_consents_resealed BEFORE UPDATE ON public.onboarding_consents FOR EACH ROW EXECUTE FUNCTION check_resealed('origin_box');

TABLE onboarding_documents (
  id text NOT NULL,
  "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  root_id text NOT NULL,
  kind text NOT NULL,
  media_type text NOT NULL,
  bytes integer NOT NULL,
  sha256 bytea NOT NULL,
  box bytea STORAGE EXTERNAL,
  received_at timestamp with time zone NOT NULL,
  file_name text,
  CONSTRAINT onboarding_documents_bytes_check CHECK (((bytes >= 1) AND (bytes <= 8388608))),
  CONSTRAINT onboarding_documents_file_name_check CHECK ((length(file_name) = 64)),
  CONSTRAINT onboarding_documents_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT onboarding_documents_kind_check CHECK ((kind = ANY (ARRAY['front'::text, 'back'::text, 'selfie'::text]))),
  CONSTRAINT onboarding_documents_media_type_check CHECK ((media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text]))),
  CONSTRAINT onboarding_documents_one_place CHECK (((box IS NULL) = (file_name IS NOT NULL))),
  CONSTRAINT onboarding_documents_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT onboarding_documents_root_id_fkey FOREIGN KEY (root_id) REFERENCES onboardings(transaction_id) ON DELETE CASCADE,
  CONSTRAINT onboarding_documents_pkey PRIMARY KEY (id),
);
CREATE INDEX onboarding_documents_by_root ON public.onboarding_documents USING btree (root_id, kind, "position");
CREATE INDEX onboarding_documents_unfiled ON public.onboarding_documents USING btree (received_at) WHERE (box IS NOT NULL);
CREATE TRIGGER onboarding_documents_filed BEFORE UPDATE ON public.onboarding_documents FOR EACH ROW WHEN (((new.box IS NULL) AND (old.box IS NOT NULL))) EXECUTE FUNCTION check_filed('box', 'file_name');
CREATE TRIGGER onboarding_documents_immutable BEFORE UPDATE OF id, "position", root_id, kind, media_type, bytes, sha256, received_at ON public.onboarding_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_documents_resealed BEFORE UPDATE ON public.onboarding_documents FOR EACH ROW WHEN (((new.box IS NOT NULL) OR (old.box IS NULL))) EXECUTE FUNCTION check_resealed('box');

TABLE onboarding_sessions (
  session_hash bytea NOT NULL,
  root_id text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT onboarding_sessions_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT onboarding_sessions_session_hash_check CHECK ((length(session_hash) = 32)),
  CONSTRAINT onboarding_sessions_root_id_fkey FOREIGN KEY (root_id) REFERENCES onboardings(transaction_id) ON DELETE CASCADE,
  CONSTRAINT onboarding_sessions_pkey PRIMARY KEY (session_hash),
);
CREATE INDEX onboarding_sessions_by_expiry ON public.onboarding_sessions USING btree (expires_at);
CREATE INDEX onboarding_sessions_by_root ON public.onboarding_sessions USING btree (root_id);

TABLE onboardings (
  transaction_id text NOT NULL,
  root_id text NOT NULL,
  retailer_id text NOT NULL,
  key_salt bytea NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  CONSTRAINT onboardings_retailer_id_check CHECK ((retailer_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT onboardings_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT onboardings_pkey PRIMARY KEY (transaction_id),
);

TABLE one_time_codes (
  id text NOT NULL,
  transaction_id text NOT NULL,
  purpose text NOT NULL,
  phone_index bytea NOT NULL,
  code_hash bytea NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  used_at timestamp with time zone,
  replaced_at timestamp with time zone,
  CONSTRAINT one_time_codes_code_hash_check CHECK ((length(code_hash) = 32)),
  CONSTRAINT one_time_codes_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT one_time_codes_purpose_check CHECK ((purpose = ANY (ARRAY['phone'::text, 'device'::text, 'signature'::text, 'link'::text]))),
  CONSTRAINT one_time_codes_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT one_time_codes_tries_check CHECK (((tries >= 0) AND (tries <= 5))),
  CONSTRAINT one_time_codes_used_or_replaced CHECK (((used_at IS NULL) OR (replaced_at IS NULL))),
  CONSTRAINT one_time_codes_pkey PRIMARY KEY (id),
) WITH (fillfactor=80);
CREATE UNIQUE INDEX one_time_codes_one_living ON public.one_time_codes USING btree (transaction_id, purpose) WHERE ((used_at IS NULL) AND (replaced_at IS NULL));

TABLE operator_passkeys (
  id text NOT NULL,
  operator_id text NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  label bytea NOT NULL,
  mac bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT operator_passkeys_counter_check CHECK ((counter >= 0)),
  CONSTRAINT operator_passkeys_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  CONSTRAINT operator_passkeys_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT operator_passkeys_mac_check CHECK ((octet_length(mac) = 32)),
  CONSTRAINT operator_passkeys_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  CONSTRAINT operator_passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT operator_passkeys_credential_id_key UNIQUE (credential_id),
);
CREATE INDEX operator_passkeys_by_operator ON public.operator_passkeys USING btree (operator_id);

TABLE operator_sessions (
  id_hash bytea NOT NULL,
  operator_id text NOT NULL,
  role text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  mac bytea,
  CONSTRAINT operator_sessions_id_hash_check CHECK ((length(id_hash) = 32)),
  CONSTRAINT operator_sessions_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT operator_sessions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  CONSTRAINT operator_sessions_pkey PRIMARY KEY (id_hash),
) WITH (fillfactor=70);
CREATE INDEX operator_sessions_by_age ON public.operator_sessions USING btree (opened_at);
CREATE INDEX operator_sessions_by_operator ON public.operator_sessions USING btree (operator_id) WHERE (ended_at IS NULL);

TABLE operators (
  id text NOT NULL,
  email_index bytea NOT NULL,
  profile bytea NOT NULL,
  role text NOT NULL,
  password_hash text NOT NULL,
  totp_secret bytea NOT NULL,
  totp_last_step bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  disabled_at timestamp with time zone,
  mac bytea NOT NULL,
  version integer NOT NULL,
  CONSTRAINT operators_id_check CHECK ((length(id) = 24)),
  CONSTRAINT operators_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT operators_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'analyst'::text, 'approver'::text]))),
  CONSTRAINT operators_version_check CHECK ((version > 0)),
  CONSTRAINT operators_pkey PRIMARY KEY (id),
  CONSTRAINT operators_email_unique UNIQUE (email_index),
);
CREATE TRIGGER operators_never_removed BEFORE DELETE OR TRUNCATE ON public.operators FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE payment_link_applicants (
  link_id text NOT NULL,
  cpf_index bytea NOT NULL,
  state text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_link_applicants_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'refused'::text, 'cleared'::text]))),
  CONSTRAINT payment_link_applicants_link_id_fkey FOREIGN KEY (link_id) REFERENCES payment_links(id),
  CONSTRAINT payment_link_applicants_pkey PRIMARY KEY (link_id, cpf_index),
);

TABLE payment_link_messages (
  id text NOT NULL,
  "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  link_id text NOT NULL,
  channel text NOT NULL,
  to_box bytea,
  sent_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_link_messages_channel_check CHECK ((channel = ANY (ARRAY['SMS'::text, 'EMAIL'::text]))),
  CONSTRAINT payment_link_messages_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT payment_link_messages_link_id_fkey FOREIGN KEY (link_id) REFERENCES payment_links(id),
  CONSTRAINT payment_link_messages_pkey PRIMARY KEY (id),
);
CREATE INDEX payment_link_messages_by_link ON public.payment_link_messages USING btree (link_id, "position");

TABLE payment_link_purchases (
  transaction_id text NOT NULL,
  link_id text NOT NULL,
  CONSTRAINT payment_link_purchases_link_id_fkey FOREIGN KEY (link_id) REFERENCES payment_links(id),
  CONSTRAINT payment_link_purchases_pkey PRIMARY KEY (transaction_id),
);

TABLE payment_link_visits (
  id text NOT NULL,
  link_id text NOT NULL,
  session_hash bytea NOT NULL,
  cpf_index bytea NOT NULL,
  key_salt bytea NOT NULL,
  person_box bytea NOT NULL,
  checkout_id text,
  offer_box bytea,
  refusal text,
  created_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  expires_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT payment_link_visits_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT payment_link_visits_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT payment_link_visits_session_hash_check CHECK ((length(session_hash) = 32)),
  CONSTRAINT payment_link_visits_link_id_fkey FOREIGN KEY (link_id) REFERENCES payment_links(id),
  CONSTRAINT payment_link_visits_pkey PRIMARY KEY (id),
  CONSTRAINT payment_link_visits_session_once UNIQUE (session_hash),
) WITH (fillfactor=80);
CREATE INDEX payment_link_visits_by_customer ON public.payment_link_visits USING btree (cpf_index);
CREATE INDEX payment_link_visits_by_expiry ON public.payment_link_visits USING btree (expires_at);
CREATE INDEX payment_link_visits_by_link ON public.payment_link_visits USING btree (link_id, created_at);

TABLE payment_links (
  id text NOT NULL,
  retailer_id text NOT NULL,
  order_id text NOT NULL,
  source text NOT NULL,
  status text NOT NULL,
  amount_centavos bigint NOT NULL,
  token_hash bytea NOT NULL,
  token_box bytea NOT NULL,
  details bytea NOT NULL,
  seller_box bytea NOT NULL,
  key_salt bytea,
  customer_box bytea,
  cpf_index bytea,
  seller_index bytea,
  transaction_id text,
  last_sequence integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  opened_at timestamp with time zone,
  locked_at timestamp with time zone,
  mac bytea NOT NULL,
  identified_at timestamp with time zone,
  signed_at timestamp with time zone,
  CONSTRAINT payment_links_amount_centavos_check CHECK ((amount_centavos > 0)),
  CONSTRAINT payment_links_claimed_by_purchase CHECK (((status <> ALL (ARRAY['CLAIMED'::text, 'COMPLETED'::text])) OR (transaction_id IS NOT NULL))),
  CONSTRAINT payment_links_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT payment_links_last_sequence_check CHECK ((last_sequence >= 0)),
  CONSTRAINT payment_links_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT payment_links_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'OPENED'::text, 'CLAIMED'::text, 'COMPLETED'::text, 'EXPIRED'::text, 'DELETED'::text]))),
  CONSTRAINT payment_links_token_hash_check CHECK ((length(token_hash) = 32)),
  CONSTRAINT payment_links_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT payment_links_pkey PRIMARY KEY (id),
  CONSTRAINT payment_links_token_once UNIQUE (token_hash),
) WITH (fillfactor=80);
CREATE INDEX payment_links_by_customer ON public.payment_links USING btree (cpf_index) WHERE (cpf_index IS NOT NULL);
CREATE INDEX payment_links_by_expiry ON public.payment_links USING btree (expires_at) WHERE (status = ANY (ARRAY['ACTIVE'::text, 'OPENED'::text]));
CREATE INDEX payment_links_by_order ON public.payment_links USING btree (retailer_id, order_id, id DESC);
CREATE UNIQUE INDEX payment_links_by_purchase ON public.payment_links USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE INDEX payment_links_by_seller ON public.payment_links USING btree (retailer_id, seller_index, id DESC) WHERE (seller_index IS NOT NULL);
CREATE INDEX payment_links_by_steps ON public.payment_links USING btree (retailer_id, id) INCLUDE (seller_index, status, amount_centavos, transaction_id, opened_at, identified_at, signed_at);

TABLE payout_agreements (
  account_id text NOT NULL,
  agreement text NOT NULL,
  accounts_by text NOT NULL,
  street text NOT NULL,
  house_number text NOT NULL,
  complement text NOT NULL,
  city text NOT NULL,
  zip_code text NOT NULL,
  state text NOT NULL,
  last_file_sequence integer NOT NULL DEFAULT 0,
  last_file_at timestamp with time zone,
  set_at timestamp with time zone NOT NULL,
  CONSTRAINT payout_agreements_accounts_by_check CHECK ((accounts_by = ANY (ARRAY['PIX'::text, 'TED'::text]))),
  CONSTRAINT payout_agreements_agreement_check CHECK ((agreement ~ '^[0-9]{0,20}$'::text)),
  CONSTRAINT payout_agreements_last_file_sequence_check CHECK (((last_file_sequence >= 0) AND (last_file_sequence <= 999999))),
  CONSTRAINT payout_agreements_state_check CHECK ((state ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT payout_agreements_zip_code_check CHECK ((zip_code ~ '^[0-9]{8}$'::text)),
  CONSTRAINT payout_agreements_account_id_fkey FOREIGN KEY (account_id) REFERENCES lender_accounts(id),
  CONSTRAINT payout_agreements_pkey PRIMARY KEY (account_id),
);

TABLE payout_cases (
  id text NOT NULL,
  account_id text NOT NULL,
  digest text NOT NULL,
  line_number integer NOT NULL,
  payout_key text NOT NULL,
  order_id text,
  reason text NOT NULL,
  codes text NOT NULL,
  amount_centavos bigint NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  closed_by text,
  explanation text,
  CONSTRAINT payout_cases_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT payout_cases_account_id_fkey FOREIGN KEY (account_id) REFERENCES lender_accounts(id),
  CONSTRAINT payout_cases_order_id_fkey FOREIGN KEY (order_id) REFERENCES payout_orders(id),
  CONSTRAINT payout_cases_pkey PRIMARY KEY (id),
  CONSTRAINT payout_cases_account_id_digest_line_number_key UNIQUE (account_id, digest, line_number),
);
CREATE INDEX payout_cases_open ON public.payout_cases USING btree (opened_at, id) WHERE (closed_at IS NULL);

TABLE payout_events (
  order_id text NOT NULL,
  "position" integer NOT NULL,
  event text NOT NULL,
  state text NOT NULL,
  actor text NOT NULL,
  code text,
  at timestamp with time zone NOT NULL,
  CONSTRAINT payout_events_event_check CHECK ((event ~ '^[a-z]+(-[a-z]+)*$'::text)),
  CONSTRAINT payout_events_position_check CHECK (("position" > 0)),
  CONSTRAINT payout_events_pkey PRIMARY KEY (order_id, "position"),
);
CREATE TRIGGER payout_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payout_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE payout_file_orders (
  order_id text NOT NULL,
  account_id text NOT NULL,
  file_sequence integer NOT NULL,
  CONSTRAINT payout_file_orders_account_id_file_sequence_fkey FOREIGN KEY (account_id, file_sequence) REFERENCES payout_files(account_id, file_sequence),
  CONSTRAINT payout_file_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES payout_orders(id),
  CONSTRAINT payout_file_orders_pkey PRIMARY KEY (order_id),
);
CREATE INDEX payout_file_orders_of_file ON public.payout_file_orders USING btree (account_id, file_sequence);
CREATE TRIGGER payout_file_orders_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payout_file_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE payout_files (
  account_id text NOT NULL,
  file_sequence integer NOT NULL,
  method text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  order_count integer NOT NULL,
  amount_centavos bigint NOT NULL,
  sha256 text NOT NULL,
  box bytea,
  written_at timestamp with time zone,
  CONSTRAINT payout_files_amount_centavos_check CHECK ((amount_centavos > 0)),
  CONSTRAINT payout_files_file_sequence_check CHECK ((file_sequence > 0)),
  CONSTRAINT payout_files_method_check CHECK ((method = ANY (ARRAY['PIX'::text, 'TRANSFER'::text]))),
  CONSTRAINT payout_files_order_count_check CHECK ((order_count > 0)),
  CONSTRAINT payout_files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT payout_files_account_id_fkey FOREIGN KEY (account_id) REFERENCES lender_accounts(id),
  CONSTRAINT payout_files_pkey PRIMARY KEY (account_id, file_sequence),
);
CREATE INDEX payout_files_kept ON public.payout_files USING btree (account_id, file_sequence) WHERE (box IS NOT NULL);
CREATE INDEX payout_files_unwritten ON public.payout_files USING btree (account_id, file_sequence) WHERE (written_at IS NULL);
CREATE TRIGGER payout_files_written_once BEFORE UPDATE ON public.payout_files FOR EACH ROW EXECUTE FUNCTION check_written_once();

TABLE payout_lines (
  order_id text NOT NULL,
  transaction_id text NOT NULL,
  amount_centavos bigint NOT NULL,
  is_live boolean NOT NULL DEFAULT true,
  CONSTRAINT payout_lines_amount_centavos_check CHECK ((amount_centavos > 0)),
  CONSTRAINT payout_lines_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT payout_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES payout_orders(id),
  CONSTRAINT payout_lines_pkey PRIMARY KEY (order_id, transaction_id),
);
CREATE INDEX payout_lines_by_purchase ON public.payout_lines USING btree (transaction_id);
CREATE UNIQUE INDEX payout_lines_once ON public.payout_lines USING btree (transaction_id) WHERE is_live;

TABLE payout_orders (
  id text NOT NULL,
  payout_key text NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  obligation text NOT NULL,
  retailer_id text,
  transaction_id text,
  lender_account_id text NOT NULL,
  amount_centavos bigint NOT NULL,
  netted_centavos bigint NOT NULL DEFAULT 0,
  payee_box bytea NOT NULL,
  due_on date NOT NULL,
  replaces text,
  needs_approval boolean NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  lines_hash bytea NOT NULL,
  state text NOT NULL,
  approved_by text,
  rail text,
  provider_id text,
  settled_at timestamp with time zone,
  failure_kind text,
  failure_code text,
  version integer NOT NULL,
  mac bytea NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamp with time zone NOT NULL,
  problem text,
  CONSTRAINT payout_orders_amount_centavos_check CHECK ((amount_centavos > 0)),
  CONSTRAINT payout_orders_approved_by_somebody CHECK (((approved_by IS NOT NULL) OR (state = ANY (ARRAY['created'::text, 'canceled'::text])))),
  CONSTRAINT payout_orders_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT payout_orders_kind_check CHECK ((kind = ANY (ARRAY['RETAILER'::text, 'REFUND'::text, 'IOF'::text, 'INSURER'::text, 'FUND'::text, 'COMMISSION'::text]))),
  CONSTRAINT payout_orders_lines_hash_check CHECK ((length(lines_hash) = 32)),
  CONSTRAINT payout_orders_netted_centavos_check CHECK ((netted_centavos >= 0)),
  CONSTRAINT payout_orders_obligation_check CHECK ((obligation <> ''::text)),
  CONSTRAINT payout_orders_payout_key_check CHECK ((payout_key ~ '^[A-Za-z0-9]{20}$'::text)),
  CONSTRAINT payout_orders_settled CHECK (((settled_at IS NULL) = (state = ANY (ARRAY['created'::text, 'approved'::text, 'sending'::text, 'accepted'::text, 'unknown'::text])))),
  CONSTRAINT payout_orders_state_check CHECK ((state = ANY (ARRAY['created'::text, 'approved'::text, 'sending'::text, 'accepted'::text, 'unknown'::text, 'paid'::text, 'failed'::text, 'canceled'::text, 'returned'::text]))),
  CONSTRAINT payout_orders_subject_check CHECK ((subject <> ''::text)),
  CONSTRAINT payout_orders_version_check CHECK ((version > 0)),
  CONSTRAINT payout_orders_lender_account_id_fkey FOREIGN KEY (lender_account_id) REFERENCES lender_accounts(id),
  CONSTRAINT payout_orders_replaces_fkey FOREIGN KEY (replaces) REFERENCES payout_orders(id),
  CONSTRAINT payout_orders_pkey PRIMARY KEY (id),
  CONSTRAINT payout_orders_payout_key_key UNIQUE (payout_key),
) WITH (fillfactor=85);
CREATE INDEX payout_orders_by_settlement ON public.payout_orders USING btree (settled_at) WHERE (state = 'paid'::text);
CREATE INDEX payout_orders_by_state ON public.payout_orders USING btree (state, id);
CREATE INDEX payout_orders_by_subject ON public.payout_orders USING btree (kind, subject, id);
CREATE INDEX payout_orders_due ON public.payout_orders USING btree (due_at) WHERE (state = ANY (ARRAY['created'::text, 'approved'::text, 'sending'::text, 'accepted'::text, 'unknown'::text]));
CREATE UNIQUE INDEX payout_orders_one_per_obligation ON public.payout_orders USING btree (obligation) WHERE (state <> ALL (ARRAY['failed'::text, 'canceled'::text, 'returned'::text]));
CREATE UNIQUE INDEX payout_orders_one_successor ON public.payout_orders USING btree (replaces);

TABLE payout_returns (
  account_id text NOT NULL,
  digest text NOT NULL,
  file_sequence integer NOT NULL,
  created_on date,
  line_count integer NOT NULL,
  taken_at timestamp with time zone NOT NULL,
  CONSTRAINT payout_returns_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT payout_returns_account_id_fkey FOREIGN KEY (account_id) REFERENCES lender_accounts(id),
  CONSTRAINT payout_returns_pkey PRIMARY KEY (account_id, digest),
);

TABLE phone_uses (
  phone_index bytea NOT NULL,
  cpf_index bytea NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  CONSTRAINT phone_uses_pkey PRIMARY KEY (phone_index, cpf_index),
) WITH (fillfactor=80);
CREATE INDEX phone_uses_by_age ON public.phone_uses USING btree (last_used_at);

TABLE picture_requests (
  id text NOT NULL,
  "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  root_id text NOT NULL,
  kind text NOT NULL,
  reason_box bytea NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  CONSTRAINT picture_requests_id_check CHECK ((length(id) = 24)),
  CONSTRAINT picture_requests_kind_check CHECK ((kind = ANY (ARRAY['front'::text, 'back'::text, 'selfie'::text]))),
  CONSTRAINT picture_requests_root_id_fkey FOREIGN KEY (root_id) REFERENCES onboardings(transaction_id) ON DELETE CASCADE,
  CONSTRAINT picture_requests_pkey PRIMARY KEY (id),
);
CREATE INDEX picture_requests_by_root ON public.picture_requests USING btree (root_id, kind, "position");

TABLE pix_charges (
  txid text NOT NULL,
  billet_id text NOT NULL,
  state text NOT NULL DEFAULT 'draft'::text,
  location text,
  code text,
  mac bytea,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamp with time zone NOT NULL,
  problem text,
  opened_at timestamp with time zone NOT NULL,
  CONSTRAINT pix_charges_active_with_code CHECK (((state <> 'active'::text) OR (code IS NOT NULL))),
  CONSTRAINT pix_charges_code_check CHECK ((length(code) <= 512)),
  CONSTRAINT pix_charges_code_with_mac CHECK (((code IS NULL) = (mac IS NULL))),
  CONSTRAINT pix_charges_location_check CHECK ((length(location) <= 77)),
  CONSTRAINT pix_charges_of_billet CHECK ((substr(txid, 5) = billet_id)),
  CONSTRAINT pix_charges_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'registering'::text, 'active'::text, 'paid'::text, 'removing'::text, 'removed'::text, 'rejected'::text]))),
  CONSTRAINT pix_charges_txid_check CHECK ((txid ~ '^(ENTR|PARC|QUIT)[0-9a-f]{24}$'::text)),
  CONSTRAINT pix_charges_billet_id_fkey FOREIGN KEY (billet_id) REFERENCES billets(id),
  CONSTRAINT pix_charges_pkey PRIMARY KEY (txid),
) WITH (fillfactor=85);
CREATE INDEX pix_charges_due ON public.pix_charges USING btree (due_at) WHERE (state = ANY (ARRAY['draft'::text, 'registering'::text, 'removing'::text]));

TABLE pix_hints (
  end_to_end_id text NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamp with time zone NOT NULL,
  problem text,
  received_at timestamp with time zone NOT NULL,
  CONSTRAINT pix_hints_end_to_end_id_check CHECK ((end_to_end_id ~ '^[A-Za-z0-9]{32}$'::text)),
  CONSTRAINT pix_hints_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'refused'::text]))),
  CONSTRAINT pix_hints_pkey PRIMARY KEY (end_to_end_id),
) WITH (fillfactor=85);
CREATE INDEX pix_hints_by_age ON public.pix_hints USING btree (received_at);
CREATE INDEX pix_hints_due ON public.pix_hints USING btree (due_at) WHERE (state = 'waiting'::text);

TABLE pix_polls (
  name text NOT NULL,
  complete_until timestamp with time zone NOT NULL,
  CONSTRAINT pix_polls_name_check CHECK ((name ~ '^[a-z]+$'::text)),
  CONSTRAINT pix_polls_pkey PRIMARY KEY (name),
);

TABLE pix_webhooks (
  pix_key text NOT NULL,
  url_digest bytea NOT NULL,
  registered_at timestamp with time zone NOT NULL,
  CONSTRAINT pix_webhooks_url_digest_check CHECK ((length(url_digest) = 32)),
  CONSTRAINT pix_webhooks_pkey PRIMARY KEY (pix_key),
);

TABLE proposed_entries (
  id text NOT NULL,
  kind text NOT NULL,
  reference text NOT NULL,
  retailer_id text,
  happened_on date NOT NULL,
  memo json NOT NULL,
  postings json NOT NULL,
  file_name text,
  sha256 bytea,
  bytes integer,
  proposed_by text NOT NULL,
  proposed_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT proposed_entries_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT proposed_entries_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT proposed_entries_kind_check CHECK ((kind ~ '^[a-z]+(-[a-z]+)*$'::text)),
  CONSTRAINT proposed_entries_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT proposed_entries_reference_check CHECK ((reference <> ''::text)),
  CONSTRAINT proposed_entries_retailer_id_check CHECK ((retailer_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT proposed_entries_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT proposed_entries_whole_file CHECK ((((file_name IS NULL) = (sha256 IS NULL)) AND ((sha256 IS NULL) = (bytes IS NULL)))),
  CONSTRAINT proposed_entries_pkey PRIMARY KEY (id),
);
CREATE INDEX proposed_entries_by_reference ON public.proposed_entries USING btree (reference);
CREATE TRIGGER proposed_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.proposed_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE provisions (
  month_end date NOT NULL,
  transaction_id text NOT NULL,
  stage smallint NOT NULL,
  days_late integer NOT NULL,
  carrying_centavos bigint NOT NULL,
  provision_centavos bigint NOT NULL,
  incurred_centavos bigint NOT NULL DEFAULT 0,
  months_in_default integer,
  CONSTRAINT provisions_days_late_check CHECK ((days_late >= 0)),
  CONSTRAINT provisions_incurred_centavos_check CHECK ((incurred_centavos >= 0)),
  CONSTRAINT provisions_months_in_default_check CHECK ((months_in_default >= 0)),
  CONSTRAINT provisions_provision_centavos_check CHECK ((provision_centavos >= 0)),
  CONSTRAINT provisions_stage_check CHECK (((stage >= 1) AND (stage <= 3))),
  CONSTRAINT provisions_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES loans(transaction_id),
  CONSTRAINT provisions_pkey PRIMARY KEY (month_end, transaction_id),
);
CREATE TRIGGER provisions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.provisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE psp_behaviours (
  retailer_id text NOT NULL,
  behaviour jsonb NOT NULL,
  webhook_count integer NOT NULL DEFAULT 0,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT psp_behaviours_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT psp_behaviours_pkey PRIMARY KEY (retailer_id),
) WITH (fillfactor=80);

TABLE psp_charge_revisions (
  txid text NOT NULL,
  revision integer NOT NULL,
  body_box bytea NOT NULL,
  CONSTRAINT psp_charge_revisions_revision_check CHECK ((revision >= 0)),
  CONSTRAINT psp_charge_revisions_txid_fkey FOREIGN KEY (txid) REFERENCES psp_charges(txid),
  CONSTRAINT psp_charge_revisions_pkey PRIMARY KEY (txid, revision),
);

TABLE psp_charges (
  txid text NOT NULL,
  kind text NOT NULL,
  status text NOT NULL,
  revision integer NOT NULL DEFAULT 0,
  retailer_id text,
  debtor_index bytea,
  location_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  location_token text NOT NULL,
  location text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT psp_charges_kind_check CHECK ((kind = ANY (ARRAY['cob'::text, 'cobv'::text]))),
  CONSTRAINT psp_charges_location_check CHECK ((length(location) <= 77)),
  CONSTRAINT psp_charges_location_token_check CHECK ((location_token ~ '^[0-9a-f]{32}$'::text)),
  CONSTRAINT psp_charges_revision_check CHECK ((revision >= 0)),
  CONSTRAINT psp_charges_status_check CHECK ((status = ANY (ARRAY['ATIVA'::text, 'CONCLUIDA'::text, 'REMOVIDA_PELO_USUARIO_RECEBEDOR'::text, 'REMOVIDA_PELO_PSP'::text]))),
  CONSTRAINT psp_charges_txid_check CHECK ((txid ~ '^[a-zA-Z0-9]{26,35}$'::text)),
  CONSTRAINT psp_charges_pkey PRIMARY KEY (txid),
  CONSTRAINT psp_charges_location_id_key UNIQUE (location_id),
  CONSTRAINT psp_charges_location_token_key UNIQUE (location_token),
) WITH (fillfactor=80);
CREATE INDEX psp_charges_by_creation ON public.psp_charges USING btree (kind, created_at, txid);

TABLE psp_payments (
  end_to_end_id text NOT NULL,
  txid text NOT NULL,
  pix_key text NOT NULL,
  amount_centavos bigint NOT NULL,
  original_centavos bigint NOT NULL,
  fine_centavos bigint NOT NULL,
  interest_centavos bigint NOT NULL,
  rebate_centavos bigint NOT NULL,
  discount_centavos bigint NOT NULL,
  settled_at timestamp with time zone NOT NULL,
  reference text,
  CONSTRAINT psp_payments_add_up CHECK ((amount_centavos = ((((original_centavos + fine_centavos) + interest_centavos) - rebate_centavos) - discount_centavos))),
  CONSTRAINT psp_payments_amount_centavos_check CHECK ((amount_centavos > 0)),
  CONSTRAINT psp_payments_discount_centavos_check CHECK ((discount_centavos >= 0)),
  CONSTRAINT psp_payments_end_to_end_id_check CHECK ((end_to_end_id ~ '^E[0-9A-Z]{8}[0-9]{12}[A-Za-z0-9]{11}$'::text)),
  CONSTRAINT psp_payments_fine_centavos_check CHECK ((fine_centavos >= 0)),
  CONSTRAINT psp_payments_interest_centavos_check CHECK ((interest_centavos >= 0)),
  CONSTRAINT psp_payments_original_centavos_check CHECK ((original_centavos > 0)),
  CONSTRAINT psp_payments_rebate_centavos_check CHECK ((rebate_centavos >= 0)),
  CONSTRAINT psp_payments_reference_check CHECK ((length(reference) <= 200)),
  CONSTRAINT psp_payments_txid_fkey FOREIGN KEY (txid) REFERENCES psp_charges(txid),
  CONSTRAINT psp_payments_pkey PRIMARY KEY (end_to_end_id),
  CONSTRAINT psp_payments_reference_key UNIQUE (reference),
);
CREATE INDEX psp_payments_by_charge ON public.psp_payments USING btree (txid);
CREATE INDEX psp_payments_by_time ON public.psp_payments USING btree (settled_at, end_to_end_id);

TABLE psp_payouts (
  payout_key text NOT NULL,
  request_hash bytea NOT NULL,
  amount_centavos bigint NOT NULL,
  provider_id text NOT NULL,
  retailer_id text,
  state text NOT NULL,
  failure_kind text,
  failure_code text,
  requested_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT psp_payouts_amount_centavos_check CHECK ((amount_centavos > 0)),
  CONSTRAINT psp_payouts_payout_key_check CHECK ((payout_key ~ '^[A-Za-z0-9]{1,35}$'::text)),
  CONSTRAINT psp_payouts_request_hash_check CHECK ((length(request_hash) = 32)),
  CONSTRAINT psp_payouts_state_check CHECK ((state = ANY (ARRAY['ACCEPTED'::text, 'PAID'::text, 'FAILED'::text, 'CANCELED'::text, 'RETURNED'::text]))),
  CONSTRAINT psp_payouts_pkey PRIMARY KEY (payout_key),
  CONSTRAINT psp_payouts_provider_id_key UNIQUE (provider_id),
) WITH (fillfactor=80);

TABLE psp_refunds (
  end_to_end_id text NOT NULL,
  id text NOT NULL,
  return_id text NOT NULL,
  amount_centavos bigint NOT NULL,
  nature text NOT NULL,
  description text,
  status text NOT NULL,
  reason text,
  requested_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  CONSTRAINT psp_refunds_amount_centavos_check CHECK ((amount_centavos > 0)),
  CONSTRAINT psp_refunds_description_check CHECK ((length(description) <= 140)),
  CONSTRAINT psp_refunds_id_check CHECK ((id ~ '^[a-zA-Z0-9]{1,35}$'::text)),
  CONSTRAINT psp_refunds_nature_check CHECK ((nature = ANY (ARRAY['ORIGINAL'::text, 'MED_OPERACIONAL'::text, 'MED_FRAUDE'::text]))),
  CONSTRAINT psp_refunds_reason_check CHECK ((length(reason) <= 140)),
  CONSTRAINT psp_refunds_return_id_check CHECK ((return_id ~ '^D[0-9A-Z]{8}[0-9]{12}[A-Za-z0-9]{11}$'::text)),
  CONSTRAINT psp_refunds_settled CHECK (((status = 'DEVOLVIDO'::text) = (settled_at IS NOT NULL))),
  CONSTRAINT psp_refunds_status_check CHECK ((status = ANY (ARRAY['EM_PROCESSAMENTO'::text, 'DEVOLVIDO'::text, 'NAO_REALIZADO'::text]))),
  CONSTRAINT psp_refunds_end_to_end_id_fkey FOREIGN KEY (end_to_end_id) REFERENCES psp_payments(end_to_end_id),
  CONSTRAINT psp_refunds_pkey PRIMARY KEY (end_to_end_id, id),
  CONSTRAINT psp_refunds_return_id_key UNIQUE (return_id),
) WITH (fillfactor=80);

TABLE psp_tokens (
  token_hash bytea NOT NULL,
  certificate_hash bytea NOT NULL,
  scopes text[] NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT psp_tokens_certificate_hash_check CHECK ((length(certificate_hash) = 32)),
  CONSTRAINT psp_tokens_token_hash_check CHECK ((length(token_hash) = 32)),
  CONSTRAINT psp_tokens_pkey PRIMARY KEY (token_hash),
);
CREATE INDEX psp_tokens_by_expiry ON public.psp_tokens USING btree (expires_at);

TABLE psp_webhooks (
  pix_key text NOT NULL,
  url text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT psp_webhooks_pix_key_check CHECK ((length(pix_key) <= 77)),
  CONSTRAINT psp_webhooks_url_check CHECK ((length(url) <= 500)),
  CONSTRAINT psp_webhooks_pkey PRIMARY KEY (pix_key),
);

TABLE purchase_names (
  retailer_id text NOT NULL,
  word bytea NOT NULL,
  transaction_id text NOT NULL,
  CONSTRAINT purchase_names_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT purchase_names_word_check CHECK ((length(word) = 16)),
  CONSTRAINT purchase_names_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT purchase_names_pkey PRIMARY KEY (retailer_id, word, transaction_id),
);
CREATE INDEX purchase_names_by_purchase ON public.purchase_names USING btree (transaction_id);

TABLE purchase_names_progress (
  only_row boolean NOT NULL DEFAULT true,
  after_id text NOT NULL,
  until_id text NOT NULL,
  CONSTRAINT purchase_names_progress_only_row_check CHECK (only_row),
  CONSTRAINT purchase_names_progress_pkey PRIMARY KEY (only_row),
);

UNLOGGED TABLE rate_windows (
  key_id text NOT NULL,
  window_second bigint NOT NULL,
  taken integer NOT NULL,
  granted integer NOT NULL,
  CONSTRAINT rate_windows_pkey PRIMARY KEY (key_id),
) WITH (fillfactor=50);

TABLE reconciliation_cases (
  id text NOT NULL,
  account_id text NOT NULL,
  side text NOT NULL,
  reference text NOT NULL,
  amount_centavos bigint NOT NULL,
  happened_on date NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  closed_by text,
  explanation text,
  CONSTRAINT reconciliation_cases_closed_by_somebody CHECK (((closed_at IS NULL) = (closed_by IS NULL))),
  CONSTRAINT reconciliation_cases_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT reconciliation_cases_side_check CHECK ((side = ANY (ARRAY['BANK'::text, 'BOOKS'::text]))),
  CONSTRAINT reconciliation_cases_account_id_fkey FOREIGN KEY (account_id) REFERENCES lender_accounts(id),
  CONSTRAINT reconciliation_cases_pkey PRIMARY KEY (id),
);
CREATE UNIQUE INDEX reconciliation_cases_once ON public.reconciliation_cases USING btree (side, reference);
CREATE INDEX reconciliation_cases_waiting ON public.reconciliation_cases USING btree (opened_at) WHERE (closed_at IS NULL);

TABLE refunds (
  id text NOT NULL,
  reference text NOT NULL,
  part smallint NOT NULL DEFAULT 1,
  retailer_id text,
  transaction_id text,
  amount_centavos bigint NOT NULL,
  due_since timestamp with time zone NOT NULL,
  max_refund_date date NOT NULL,
  state text NOT NULL DEFAULT 'DUE'::text,
  order_id text,
  end_to_end_id text,
  way text,
  waits_for text,
  paid_at timestamp with time zone,
  CONSTRAINT refunds_amount_centavos_check CHECK ((amount_centavos > 0)),
  CONSTRAINT refunds_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT refunds_of_one_pix CHECK (((COALESCE(way, ''::text) = 'PIX_RETURN'::text) = (end_to_end_id IS NOT NULL))),
  CONSTRAINT refunds_paid_with_date CHECK (((state = 'PAID'::text) = (paid_at IS NOT NULL))),
  CONSTRAINT refunds_part_check CHECK ((part > 0)),
  CONSTRAINT refunds_reference_check CHECK ((reference <> ''::text)),
  CONSTRAINT refunds_sent_by_order CHECK (((state = 'DUE'::text) OR (order_id IS NOT NULL))),
  CONSTRAINT refunds_state_check CHECK ((state = ANY (ARRAY['DUE'::text, 'SENT'::text, 'PAID'::text, 'FAILED'::text]))),
  CONSTRAINT refunds_waits_for_check CHECK ((waits_for = ANY (ARRAY['PAYER_UNKNOWN'::text, 'BOOKS_DIFFER'::text, 'REFUSED_BY_BANK'::text, 'DECLINED'::text]))),
  CONSTRAINT refunds_way_check CHECK ((way = ANY (ARRAY['PIX_RETURN'::text, 'ACCOUNT'::text, 'CPF_KEY'::text, 'DESK'::text]))),
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_once_per_entry UNIQUE (reference, part),
);
CREATE UNIQUE INDEX refunds_by_order ON public.refunds USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX refunds_by_pix ON public.refunds USING btree (end_to_end_id) WHERE (end_to_end_id IS NOT NULL);
CREATE INDEX refunds_by_transaction ON public.refunds USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE INDEX refunds_open ON public.refunds USING btree (max_refund_date, id) WHERE (state <> 'PAID'::text);
CREATE INDEX refunds_to_order ON public.refunds USING btree (id) WHERE ((state = 'DUE'::text) AND (order_id IS NULL) AND (waits_for IS NULL));
CREATE TRIGGER refunds_guarded BEFORE UPDATE ON public.refunds FOR EACH ROW EXECUTE FUNCTION check_refund_change();

TABLE registration_cases (
  id text NOT NULL,
  billet_id text NOT NULL,
  kind text NOT NULL,
  reasons text[] NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  closed_by text,
  CONSTRAINT registration_cases_closed_by_somebody CHECK (((closed_at IS NULL) = (closed_by IS NULL))),
  CONSTRAINT registration_cases_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT registration_cases_kind_check CHECK ((kind = ANY (ARRAY['REJECTED'::text, 'WRITE_OFF_REFUSED'::text]))),
  CONSTRAINT registration_cases_billet_id_fkey FOREIGN KEY (billet_id) REFERENCES billets(id),
  CONSTRAINT registration_cases_pkey PRIMARY KEY (id),
);
CREATE UNIQUE INDEX registration_cases_one_open ON public.registration_cases USING btree (billet_id, kind) WHERE (closed_at IS NULL);
CREATE INDEX registration_cases_waiting ON public.registration_cases USING btree (id) WHERE (closed_at IS NULL);

TABLE release_statements (
  transaction_id text NOT NULL,
  statement text NOT NULL,
  seal bytea NOT NULL,
  released_on date NOT NULL,
  CONSTRAINT release_statements_seal_check CHECK ((length(seal) = 64)),
  CONSTRAINT release_statements_transaction_id_check CHECK ((length(transaction_id) = 24)),
  CONSTRAINT release_statements_pkey PRIMARY KEY (transaction_id),
);
CREATE TRIGGER release_statements_immutable BEFORE UPDATE ON public.release_statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

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

TABLE retailer_origins (
  retailer_id text NOT NULL,
  origin text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT retailer_origins_origin_check CHECK (((origin ~ '^https?://[^/?#@*[:space:]]+$'::text) AND (length(origin) <= 255))),
  CONSTRAINT retailer_origins_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT retailer_origins_pkey PRIMARY KEY (retailer_id, origin),
);

TABLE retailer_proposals (
  id text NOT NULL,
  retailer_id text NOT NULL,
  changes_box bytea NOT NULL,
  proposed_by text NOT NULL,
  proposed_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  state text NOT NULL DEFAULT 'proposed'::text,
  answered_by text,
  answered_at timestamp with time zone,
  CONSTRAINT retailer_proposals_answered CHECK ((((state = 'proposed'::text) = (answered_by IS NULL)) AND ((answered_by IS NULL) = (answered_at IS NULL)))),
  CONSTRAINT retailer_proposals_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT retailer_proposals_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT retailer_proposals_proposed_by_check CHECK ((proposed_by <> ''::text)),
  CONSTRAINT retailer_proposals_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'declined'::text]))),
  CONSTRAINT retailer_proposals_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT retailer_proposals_pkey PRIMARY KEY (id),
);
CREATE INDEX retailer_proposals_open ON public.retailer_proposals USING btree (id) WHERE (state = 'proposed'::text);
CREATE TRIGGER retailer_proposals_answered_once BEFORE UPDATE ON public.retailer_proposals FOR EACH ROW EXECUTE FUNCTION check_answered_once();

TABLE retailer_schemes (
  retailer_id text NOT NULL,
  scheme text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT retailer_schemes_scheme_check CHECK ((scheme ~ '^[a-z][a-z0-9+.-]{1,63}$'::text)),
  CONSTRAINT retailer_schemes_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT retailer_schemes_pkey PRIMARY KEY (retailer_id, scheme),
);

TABLE retailer_terms (
  retailer_id text NOT NULL,
  version integer NOT NULL,
  legal_name text,
  cnpj text,
  schedule text NOT NULL,
  suspension text,
  payee_box bytea,
  account_changed_at timestamp with time zone,
  changed_by text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  cancellation_costs text NOT NULL DEFAULT 'RETAILER'::text,
  CONSTRAINT retailer_terms_account_of_somebody CHECK (((payee_box IS NULL) OR ((legal_name IS NOT NULL) AND (cnpj IS NOT NULL)))),
  CONSTRAINT retailer_terms_cancellation_costs_check CHECK ((cancellation_costs = ANY (ARRAY['RETAILER'::text, 'LENDER'::text]))),
  CONSTRAINT retailer_terms_changed_by_check CHECK ((changed_by <> ''::text)),
  CONSTRAINT retailer_terms_cnpj_check CHECK ((cnpj ~ '^[0-9A-Z]{12}[0-9]{2}$'::text)),
  CONSTRAINT retailer_terms_legal_name_check CHECK ((legal_name <> ''::text)),
  CONSTRAINT retailer_terms_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT retailer_terms_schedule_check CHECK ((schedule ~ '^(immediate|next-business-day|weekly:(MON|TUE|WED|THU|FRI)|days:[1-9][0-9]?)$'::text)),
  CONSTRAINT retailer_terms_suspension_check CHECK ((suspension <> ''::text)),
  CONSTRAINT retailer_terms_version_check CHECK ((version > 0)),
  CONSTRAINT retailer_terms_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT retailer_terms_pkey PRIMARY KEY (retailer_id, version),
);

TABLE retailer_themes (
  retailer_id text NOT NULL,
  accent text,
  logo bytea,
  logo_hash text,
  logo_type text,
  logo_width integer,
  logo_height integer,
  changed_by text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT retailer_themes_accent_check CHECK ((accent ~ '^#[0-9a-f]{6}$'::text)),
  CONSTRAINT retailer_themes_changed_by_check CHECK (((length(changed_by) >= 1) AND (length(changed_by) <= 200))),
  CONSTRAINT retailer_themes_check CHECK ((num_nulls(logo, logo_hash, logo_type, logo_width, logo_height) = ANY (ARRAY[0, 5]))),
  CONSTRAINT retailer_themes_logo_check CHECK (((octet_length(logo) >= 1) AND (octet_length(logo) <= 65536))),
  CONSTRAINT retailer_themes_logo_hash_check CHECK ((logo_hash ~ '^[0-9a-f]{32}$'::text)),
  CONSTRAINT retailer_themes_logo_height_check CHECK (((logo_height >= 1) AND (logo_height <= 512))),
  CONSTRAINT retailer_themes_logo_type_check CHECK ((logo_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text]))),
  CONSTRAINT retailer_themes_logo_width_check CHECK (((logo_width >= 1) AND (logo_width <= 1024))),
  CONSTRAINT retailer_themes_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT retailer_themes_pkey PRIMARY KEY (retailer_id),
);
CREATE INDEX retailer_themes_by_logo ON public.retailer_themes USING btree (logo_hash) WHERE (logo_hash IS NOT NULL);

TABLE retailers (
  id text NOT NULL,
  name text NOT NULL,
  grace_period_enabled boolean NOT NULL DEFAULT false,
  retention_enabled boolean NOT NULL DEFAULT false,
  insurance_enabled boolean NOT NULL DEFAULT false,
  script_enabled boolean NOT NULL DEFAULT true,
  is_demonstration boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL,
  cnpj text,
  CONSTRAINT retailers_cnpj_check CHECK ((cnpj ~ '^[0-9A-Z]{12}[0-9]{2}$'::text)),
  CONSTRAINT retailers_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT retailers_name_check CHECK ((name <> ''::text)),
  CONSTRAINT retailers_pkey PRIMARY KEY (id),
);

TABLE sales_limits (
  retailer_id text NOT NULL,
  version integer NOT NULL,
  cancel_up_to_centavos bigint,
  changed_by text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT sales_limits_cancel_up_to_centavos_check CHECK ((cancel_up_to_centavos > 0)),
  CONSTRAINT sales_limits_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT sales_limits_version_check CHECK ((version > 0)),
  CONSTRAINT sales_limits_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT sales_limits_pkey PRIMARY KEY (retailer_id, version),
);

TABLE sandbox_people (
  retailer_id text NOT NULL,
  persona text NOT NULL,
  number integer NOT NULL,
  given_at timestamp with time zone NOT NULL,
  is_free boolean NOT NULL DEFAULT false,
  CONSTRAINT sandbox_people_number_check CHECK (((number >= 0) AND (number <= 999))),
  CONSTRAINT sandbox_people_persona_check CHECK ((persona ~ '^[0-9]{3}$'::text)),
  CONSTRAINT sandbox_people_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT sandbox_people_pkey PRIMARY KEY (retailer_id, persona, number),
) WITH (fillfactor=80);
CREATE INDEX sandbox_people_by_person ON public.sandbox_people USING btree (persona, number) WHERE (NOT is_free);

TABLE schema_migrations (
  number integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  breaking boolean NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (number),
);

TABLE screening_entries (
  list_id text NOT NULL,
  "position" integer NOT NULL,
  digits_index bytea,
  cpf_index bytea,
  name_index bytea NOT NULL,
  box bytea NOT NULL,
  CONSTRAINT screening_entries_cpf_index_check CHECK ((length(cpf_index) = 16)),
  CONSTRAINT screening_entries_digits_index_check CHECK ((length(digits_index) = 16)),
  CONSTRAINT screening_entries_name_index_check CHECK ((length(name_index) = 16)),
  CONSTRAINT screening_entries_position_check CHECK (("position" > 0)),
  CONSTRAINT screening_entries_list_id_fkey FOREIGN KEY (list_id) REFERENCES screening_lists(id),
  CONSTRAINT screening_entries_pkey PRIMARY KEY (list_id, "position"),
);
CREATE INDEX screening_entries_by_cpf ON public.screening_entries USING btree (cpf_index) WHERE (cpf_index IS NOT NULL);
CREATE INDEX screening_entries_by_digits ON public.screening_entries USING btree (digits_index) WHERE (digits_index IS NOT NULL);
CREATE INDEX screening_entries_by_name ON public.screening_entries USING btree (name_index);
CREATE TRIGGER screening_entries_never_removed BEFORE DELETE OR TRUNCATE ON public.screening_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE screening_lists (
  id text NOT NULL,
  kind text NOT NULL,
  source text NOT NULL,
  published_on date NOT NULL,
  sha256 bytea NOT NULL,
  entry_count integer NOT NULL,
  loaded_by text NOT NULL,
  loaded_at timestamp with time zone NOT NULL,
  replaced_at timestamp with time zone,
  mac bytea NOT NULL,
  CONSTRAINT screening_lists_entry_count_check CHECK ((entry_count > 0)),
  CONSTRAINT screening_lists_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT screening_lists_kind_check CHECK ((kind = ANY (ARRAY['PEP'::text, 'SANCTIONS'::text]))),
  CONSTRAINT screening_lists_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT screening_lists_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT screening_lists_source_check CHECK ((source <> ''::text)),
  CONSTRAINT screening_lists_pkey PRIMARY KEY (id),
);
CREATE UNIQUE INDEX screening_lists_current ON public.screening_lists USING btree (kind, source) WHERE (replaced_at IS NULL);
CREATE TRIGGER screening_lists_never_removed BEFORE DELETE OR TRUNCATE ON public.screening_lists FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE selic_rates (
  month date NOT NULL,
  basis_points integer NOT NULL,
  source text NOT NULL,
  loaded_by text NOT NULL,
  loaded_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT selic_rates_basis_points_check CHECK (((basis_points >= 0) AND (basis_points <= 1000))),
  CONSTRAINT selic_rates_loaded_by_check CHECK ((loaded_by <> ''::text)),
  CONSTRAINT selic_rates_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT selic_rates_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  CONSTRAINT selic_rates_source_check CHECK ((source <> ''::text)),
  CONSTRAINT selic_rates_pkey PRIMARY KEY (month),
);

TABLE settlements (
  billet_id text NOT NULL,
  transaction_id text NOT NULL,
  settles_on date NOT NULL,
  selection text NOT NULL,
  installment_numbers smallint[] NOT NULL,
  value_centavos bigint NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  paid_by text,
  paid_on date,
  discount_centavos bigint NOT NULL DEFAULT 0,
  premium_refund_centavos bigint NOT NULL DEFAULT 0,
  mac bytea NOT NULL,
  CONSTRAINT settlements_paid CHECK ((((paid_by IS NULL) = (paid_on IS NULL)) AND ((paid_by IS NOT NULL) OR ((discount_centavos = 0) AND (premium_refund_centavos = 0))))),
  CONSTRAINT settlements_selection_check CHECK ((selection ~ '^(all|next|discounted|last:[0-9]{1,2}|amount:[0-9]{1,12})$'::text)) NOT VALID,
  CONSTRAINT settlements_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT settlements_value_centavos_check CHECK ((value_centavos > 0)),
  CONSTRAINT settlements_billet_id_fkey FOREIGN KEY (billet_id) REFERENCES billets(id),
  CONSTRAINT settlements_pkey PRIMARY KEY (billet_id),
);
CREATE INDEX settlements_by_transaction ON public.settlements USING btree (transaction_id, "position");
CREATE TRIGGER settlements_never_removed BEFORE DELETE OR TRUNCATE ON public.settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE sign_in_failures (
  subject bytea NOT NULL,
  failures integer NOT NULL,
  last_failed_at timestamp with time zone NOT NULL,
  blocked_until timestamp with time zone NOT NULL,
  CONSTRAINT sign_in_failures_pkey PRIMARY KEY (subject),
) WITH (fillfactor=70);
CREATE INDEX sign_in_failures_by_age ON public.sign_in_failures USING btree (last_failed_at);

TABLE signatures (
  transaction_id text NOT NULL,
  contract_hash bytea NOT NULL,
  code_id text NOT NULL,
  signed_at timestamp with time zone NOT NULL,
  origin_box bytea NOT NULL,
  documents json NOT NULL,
  CONSTRAINT signatures_contract_hash_check CHECK ((length(contract_hash) = 32)),
  CONSTRAINT signatures_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT signatures_code_id_fkey FOREIGN KEY (code_id) REFERENCES one_time_codes(id),
  CONSTRAINT signatures_pkey PRIMARY KEY (transaction_id),
  CONSTRAINT signatures_code_once UNIQUE (code_id),
);
CREATE TRIGGER signatures_append_only BEFORE DELETE OR UPDATE OF transaction_id, contract_hash, code_id, signed_at, documents OR TRUNCATE ON public.signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER signatures_resealed BEFORE UPDATE ON public.signatures FOR EACH ROW EXECUTE FUNCTION check_resealed('origin_box');

TABLE signed_contracts (
  transaction_id text NOT NULL,
  key_salt bytea NOT NULL,
  agreement_box bytea NOT NULL,
  pdf_box bytea STORAGE EXTERNAL,
  statement_box bytea NOT NULL,
  seal bytea NOT NULL,
  signed_at timestamp with time zone NOT NULL,
  pdf_file text,
  CONSTRAINT signed_contracts_one_place CHECK (((pdf_box IS NULL) = (pdf_file IS NOT NULL))),
  CONSTRAINT signed_contracts_pdf_file_check CHECK ((length(pdf_file) = 64)),
  CONSTRAINT signed_contracts_seal_check CHECK ((length(seal) = 64)),
  CONSTRAINT signed_contracts_transaction_id_check CHECK ((length(transaction_id) = 24)),
  CONSTRAINT signed_contracts_pkey PRIMARY KEY (transaction_id),
);
CREATE INDEX signed_contracts_unfiled ON public.signed_contracts USING btree (signed_at) WHERE (pdf_box IS NOT NULL);
CREATE TRIGGER signed_contracts_filed BEFORE UPDATE ON public.signed_contracts FOR EACH ROW WHEN (((new.pdf_box IS NULL) AND (old.pdf_box IS NOT NULL))) EXECUTE FUNCTION check_filed_contract();
CREATE TRIGGER signed_contracts_immutable BEFORE UPDATE OF transaction_id, key_salt, seal, signed_at ON public.signed_contracts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER signed_contracts_resealed BEFORE UPDATE ON public.signed_contracts FOR EACH ROW WHEN (((new.pdf_box IS NOT NULL) OR (old.pdf_box IS NULL))) EXECUTE FUNCTION check_resealed('agreement_box', 'pdf_box', 'statement_box');

TABLE special_case_documents (
  id text NOT NULL,
  case_id text NOT NULL,
  file_name text NOT NULL,
  sha256 bytea NOT NULL,
  bytes integer NOT NULL,
  added_by text NOT NULL,
  added_at timestamp with time zone NOT NULL,
  CONSTRAINT special_case_documents_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT special_case_documents_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT special_case_documents_sha256_check CHECK ((length(sha256) = 32)),
  CONSTRAINT special_case_documents_added_by_fkey FOREIGN KEY (added_by) REFERENCES operators(id),
  CONSTRAINT special_case_documents_case_id_fkey FOREIGN KEY (case_id) REFERENCES special_cases(id),
  CONSTRAINT special_case_documents_pkey PRIMARY KEY (id),
  CONSTRAINT special_case_documents_case_id_sha256_key UNIQUE (case_id, sha256),
);
CREATE TRIGGER special_case_documents_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.special_case_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE special_cases (
  id text NOT NULL,
  transaction_id text NOT NULL,
  retailer_id text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  version integer NOT NULL,
  effect text,
  amount_centavos bigint,
  effective_on date,
  installments smallint,
  note bytea NOT NULL,
  contact bytea,
  opened_by text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  decided_at timestamp with time zone,
  ended_at timestamp with time zone,
  mac bytea NOT NULL,
  CONSTRAINT special_cases_amount_centavos_check CHECK ((amount_centavos >= 0)),
  CONSTRAINT special_cases_check CHECK (((state = ANY (ARRAY['DONE'::text, 'WITHDRAWN'::text])) = (ended_at IS NOT NULL))),
  CONSTRAINT special_cases_check1 CHECK (((state <> 'DECIDED'::text) OR (decided_at IS NOT NULL))),
  CONSTRAINT special_cases_effect_check CHECK ((effect ~ '^[A-Z]+(_[A-Z]+)*$'::text)),
  CONSTRAINT special_cases_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT special_cases_installments_check CHECK ((installments > 0)),
  CONSTRAINT special_cases_kind_check CHECK ((kind = ANY (ARRAY['FRAUD'::text, 'COURT_ORDER'::text, 'DEATH'::text, 'DISCOUNT'::text, 'WRITTEN_OFF'::text, 'OVER_INDEBTEDNESS'::text]))),
  CONSTRAINT special_cases_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT special_cases_state_check CHECK ((state = ANY (ARRAY['OPENED'::text, 'DOCUMENTED'::text, 'DECIDED'::text, 'DONE'::text, 'WITHDRAWN'::text]))),
  CONSTRAINT special_cases_version_check CHECK ((version > 0)),
  CONSTRAINT special_cases_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES operators(id),
  CONSTRAINT special_cases_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES loans(transaction_id),
  CONSTRAINT special_cases_pkey PRIMARY KEY (id),
);
CREATE INDEX special_cases_by_contract ON public.special_cases USING btree (transaction_id, id);
CREATE INDEX special_cases_living ON public.special_cases USING btree (id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX special_cases_one_living ON public.special_cases USING btree (transaction_id) WHERE (ended_at IS NULL);

TABLE staff_invitations (
  id text NOT NULL,
  retailer_id text NOT NULL,
  email_index bytea NOT NULL,
  email_box bytea NOT NULL,
  role text NOT NULL,
  invited_by text,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  state text NOT NULL,
  accepted_by text,
  version integer NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT staff_invitations_accepted CHECK (((state = 'accepted'::text) = (accepted_by IS NOT NULL))),
  CONSTRAINT staff_invitations_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT staff_invitations_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT staff_invitations_role_check CHECK ((role = ANY (ARRAY['OWNER'::text, 'FINANCE'::text, 'SALES'::text, 'VIEWER'::text]))),
  CONSTRAINT staff_invitations_state_check CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'withdrawn'::text]))),
  CONSTRAINT staff_invitations_token_hash_check CHECK ((length(token_hash) = 32)),
  CONSTRAINT staff_invitations_version_check CHECK ((version > 0)),
  CONSTRAINT staff_invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES staff_people(id),
  CONSTRAINT staff_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES staff_people(id),
  CONSTRAINT staff_invitations_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT staff_invitations_pkey PRIMARY KEY (id),
  CONSTRAINT staff_invitations_token UNIQUE (token_hash),
);
CREATE UNIQUE INDEX staff_invitations_one_open ON public.staff_invitations USING btree (retailer_id, email_index) WHERE (state = 'open'::text);
CREATE TRIGGER staff_invitations_never_removed BEFORE DELETE OR TRUNCATE ON public.staff_invitations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE staff_memberships (
  id text NOT NULL,
  person_id text NOT NULL,
  retailer_id text NOT NULL,
  role text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  removed_at timestamp with time zone,
  version integer NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT staff_memberships_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT staff_memberships_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT staff_memberships_role_check CHECK ((role = ANY (ARRAY['OWNER'::text, 'FINANCE'::text, 'SALES'::text, 'VIEWER'::text]))),
  CONSTRAINT staff_memberships_version_check CHECK ((version > 0)),
  CONSTRAINT staff_memberships_person_id_fkey FOREIGN KEY (person_id) REFERENCES staff_people(id),
  CONSTRAINT staff_memberships_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT staff_memberships_pkey PRIMARY KEY (id),
  CONSTRAINT staff_memberships_once UNIQUE (person_id, retailer_id),
);
CREATE INDEX staff_memberships_by_retailer ON public.staff_memberships USING btree (retailer_id, id);
CREATE TRIGGER staff_memberships_never_removed BEFORE DELETE OR TRUNCATE ON public.staff_memberships FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE staff_passkeys (
  id text NOT NULL,
  person_id text NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  label bytea NOT NULL,
  mac bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT staff_passkeys_counter_check CHECK ((counter >= 0)),
  CONSTRAINT staff_passkeys_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  CONSTRAINT staff_passkeys_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT staff_passkeys_mac_check CHECK ((octet_length(mac) = 32)),
  CONSTRAINT staff_passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES staff_people(id),
  CONSTRAINT staff_passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT staff_passkeys_credential_id_key UNIQUE (credential_id),
);
CREATE INDEX staff_passkeys_by_person ON public.staff_passkeys USING btree (person_id);

TABLE staff_people (
  id text NOT NULL,
  email_index bytea NOT NULL,
  profile bytea NOT NULL,
  password_hash text,
  totp_secret bytea,
  totp_last_step bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  disabled_at timestamp with time zone,
  version integer NOT NULL,
  mac bytea NOT NULL,
  totp_version integer NOT NULL DEFAULT 1,
  CONSTRAINT staff_people_credentials CHECK (((totp_secret IS NULL) OR (password_hash IS NOT NULL))),
  CONSTRAINT staff_people_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT staff_people_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT staff_people_totp_version_check CHECK ((totp_version > 0)),
  CONSTRAINT staff_people_version_check CHECK ((version > 0)),
  CONSTRAINT staff_people_pkey PRIMARY KEY (id),
  CONSTRAINT staff_people_email_unique UNIQUE (email_index),
);
CREATE TRIGGER staff_people_never_removed BEFORE DELETE OR TRUNCATE ON public.staff_people FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE staff_resets (
  id text NOT NULL,
  person_id text NOT NULL,
  reset_by text,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  state text NOT NULL,
  version integer NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT staff_resets_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT staff_resets_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT staff_resets_state_check CHECK ((state = ANY (ARRAY['open'::text, 'used'::text, 'replaced'::text]))),
  CONSTRAINT staff_resets_token_hash_check CHECK ((length(token_hash) = 32)),
  CONSTRAINT staff_resets_version_check CHECK ((version > 0)),
  CONSTRAINT staff_resets_person_id_fkey FOREIGN KEY (person_id) REFERENCES staff_people(id),
  CONSTRAINT staff_resets_reset_by_fkey FOREIGN KEY (reset_by) REFERENCES staff_people(id),
  CONSTRAINT staff_resets_pkey PRIMARY KEY (id),
  CONSTRAINT staff_resets_token UNIQUE (token_hash),
);
CREATE UNIQUE INDEX staff_resets_one_open ON public.staff_resets USING btree (person_id) WHERE (state = 'open'::text);
CREATE TRIGGER staff_resets_never_removed BEFORE DELETE OR TRUNCATE ON public.staff_resets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE staff_sessions (
  id_hash bytea NOT NULL,
  id text NOT NULL,
  person_id text NOT NULL,
  retailer_id text NOT NULL,
  role text NOT NULL,
  browser text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  mac bytea,
  CONSTRAINT staff_sessions_browser_check CHECK ((length(browser) <= 60)),
  CONSTRAINT staff_sessions_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT staff_sessions_id_hash_check CHECK ((length(id_hash) = 32)),
  CONSTRAINT staff_sessions_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT staff_sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES staff_people(id),
  CONSTRAINT staff_sessions_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT staff_sessions_pkey PRIMARY KEY (id_hash),
  CONSTRAINT staff_sessions_id UNIQUE (id),
) WITH (fillfactor=70);
CREATE INDEX staff_sessions_by_age ON public.staff_sessions USING btree (opened_at);
CREATE INDEX staff_sessions_by_person ON public.staff_sessions USING btree (person_id, last_seen_at);

TABLE store_attempts (
  order_id text NOT NULL,
  transaction_id text NOT NULL,
  claim_sequence integer,
  last_sequence integer NOT NULL,
  stage text NOT NULL,
  CONSTRAINT store_attempts_stage_check CHECK ((stage ~ '^[A-Z_]{1,30}$'::text)),
  CONSTRAINT store_attempts_order_id_fkey FOREIGN KEY (order_id) REFERENCES store_orders(id),
  CONSTRAINT store_attempts_pkey PRIMARY KEY (order_id, transaction_id),
) WITH (fillfactor=80);

TABLE store_endpoints (
  url text NOT NULL,
  claimed_until timestamp with time zone NOT NULL,
  endpoint_id text,
  secret_box bytea,
  registered_at timestamp with time zone,
  CONSTRAINT store_endpoints_url_check CHECK ((length(url) <= 2048)),
  CONSTRAINT store_endpoints_whole CHECK ((num_nulls(endpoint_id, secret_box, registered_at) = ANY (ARRAY[0, 3]))),
  CONSTRAINT store_endpoints_pkey PRIMARY KEY (url),
);

TABLE store_orders (
  id text NOT NULL,
  device_hash bytea NOT NULL,
  link_id text NOT NULL,
  link_state text NOT NULL,
  link_sequence integer NOT NULL,
  lines jsonb NOT NULL,
  delivery_centavos bigint NOT NULL,
  total_centavos bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT store_orders_delivery_centavos_check CHECK ((delivery_centavos >= 0)),
  CONSTRAINT store_orders_device_hash_check CHECK ((length(device_hash) = 32)),
  CONSTRAINT store_orders_id_check CHECK ((id ~ '^LD[0-9A-HJKMNP-TV-Z]{12}$'::text)),
  CONSTRAINT store_orders_link_state_check CHECK ((link_state = ANY (ARRAY['ACTIVE'::text, 'OPENED'::text, 'CLAIMED'::text, 'COMPLETED'::text, 'EXPIRED'::text, 'DELETED'::text]))),
  CONSTRAINT store_orders_total_centavos_check CHECK ((total_centavos > 0)),
  CONSTRAINT store_orders_pkey PRIMARY KEY (id),
) WITH (fillfactor=80);
CREATE INDEX store_orders_by_device ON public.store_orders USING btree (device_hash, created_at DESC);

TABLE stored_files (
  name text NOT NULL,
  box bytea NOT NULL STORAGE EXTERNAL,
  stored_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT stored_files_name_check CHECK ((length(name) = 64)),
  CONSTRAINT stored_files_pkey PRIMARY KEY (name),
);
CREATE TRIGGER stored_files_never_overwritten BEFORE UPDATE ON public.stored_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE suspense_cases (
  id text NOT NULL,
  notice_reference text NOT NULL,
  billet_id text,
  reason text NOT NULL,
  amount_centavos bigint NOT NULL,
  expected_centavos bigint,
  state text NOT NULL DEFAULT 'open'::text,
  opened_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT suspense_cases_amount_centavos_check CHECK ((amount_centavos > 0)),
  CONSTRAINT suspense_cases_held CHECK (((state <> 'held'::text) OR (reason = 'SUSPECTED_DUPLICATE'::text))),
  CONSTRAINT suspense_cases_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT suspense_cases_reason_check CHECK ((reason ~ '^[A-Z]+(_[A-Z]+)*$'::text)),
  CONSTRAINT suspense_cases_state_check CHECK ((state = ANY (ARRAY['held'::text, 'open'::text, 'closed'::text]))),
  CONSTRAINT suspense_cases_billet_id_fkey FOREIGN KEY (billet_id) REFERENCES billets(id),
  CONSTRAINT suspense_cases_pkey PRIMARY KEY (id),
  CONSTRAINT suspense_cases_once UNIQUE (notice_reference),
);
CREATE INDEX suspense_cases_open ON public.suspense_cases USING btree (id) WHERE (state = 'open'::text);
CREATE INDEX suspense_cases_waiting ON public.suspense_cases USING btree (id) WHERE (state <> 'closed'::text);
CREATE TRIGGER suspense_cases_guarded BEFORE UPDATE ON public.suspense_cases FOR EACH ROW EXECUTE FUNCTION check_suspense_change();

TABLE third_party_payments (
  reference text NOT NULL,
  transaction_id text NOT NULL,
  cpf_index bytea NOT NULL,
  payer_index bytea NOT NULL,
  amount_centavos bigint NOT NULL,
  paid_on date NOT NULL,
  CONSTRAINT third_party_payments_amount_centavos_check CHECK ((amount_centavos > 0)),
  CONSTRAINT third_party_payments_cpf_index_check CHECK ((length(cpf_index) = 16)),
  CONSTRAINT third_party_payments_payer_index_check CHECK ((length(payer_index) = 16)),
  CONSTRAINT third_party_payments_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT third_party_payments_pkey PRIMARY KEY (reference),
);
CREATE INDEX third_party_payments_by_person ON public.third_party_payments USING btree (cpf_index, paid_on);

TABLE transaction_moves (
  transaction_id text NOT NULL,
  number integer NOT NULL,
  event text NOT NULL,
  actor text NOT NULL,
  status text NOT NULL,
  step text NOT NULL,
  moved_at timestamp with time zone NOT NULL,
  CONSTRAINT transaction_moves_number_check CHECK ((number > 0)),
  CONSTRAINT transaction_moves_pkey PRIMARY KEY (transaction_id, number),
);
CREATE TRIGGER transaction_moves_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.transaction_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE transactions (
  id text NOT NULL,
  retailer_id text NOT NULL,
  order_id text NOT NULL,
  option_id text NOT NULL,
  checkout_id text NOT NULL,
  decision_id text NOT NULL,
  cpf_index bytea NOT NULL,
  replaces_id text,
  status text NOT NULL,
  step text NOT NULL,
  cancel_reason text NOT NULL,
  canceled_by text,
  has_insurance boolean NOT NULL,
  contract json NOT NULL,
  insured_contract json,
  authorized_contract json,
  purchase_date date NOT NULL,
  purchase_centavos bigint NOT NULL,
  down_payment_centavos bigint NOT NULL,
  net_loan_centavos bigint NOT NULL,
  approved_limit_centavos bigint NOT NULL,
  key_salt bytea NOT NULL,
  details bytea NOT NULL STORAGE EXTERNAL,
  refund_account bytea,
  token_hash bytea NOT NULL,
  token_box bytea NOT NULL,
  last_sequence integer NOT NULL,
  move_count integer NOT NULL,
  deadline_at timestamp with time zone,
  down_payment_paid_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  signed_at timestamp with time zone,
  completed_at timestamp with time zone,
  canceled_at timestamp with time zone,
  refund_centavos bigint,
  max_refund_date date,
  transfer_centavos bigint,
  transfer_due_at timestamp with time zone,
  transfered_at timestamp with time zone,
  transfer_ordered_at timestamp with time zone,
  contract_date date,
  contract_version smallint,
  settled_at timestamp with time zone,
  renegotiates text,
  delivered_on date,
  mac bytea NOT NULL,
  CONSTRAINT transactions_cancel_has_author CHECK (((status <> 'PROCESSING_CANCEL'::text) OR (canceled_by IS NOT NULL))),
  CONSTRAINT transactions_canceled_by_check CHECK ((canceled_by = ANY (ARRAY['retailer'::text, 'customer'::text]))),
  CONSTRAINT transactions_canceled_with_date CHECK (((status = 'CANCELED'::text) = (canceled_at IS NOT NULL))),
  CONSTRAINT transactions_check CHECK (((renegotiates ~ '^[0-9a-f]{24}$'::text) AND (renegotiates <> id))),
  CONSTRAINT transactions_complete_when_signed CHECK ((((step = 'COMPLETE'::text) = (completed_at IS NOT NULL)) AND ((completed_at IS NULL) OR (((signed_at IS NOT NULL) OR (renegotiates IS NOT NULL)) AND (transfer_centavos IS NOT NULL) AND ((down_payment_centavos = 0) OR (down_payment_paid_at IS NOT NULL)))))),
  CONSTRAINT transactions_contract_version_check CHECK ((contract_version >= 2)),
  CONSTRAINT transactions_down_payment_centavos_check CHECK ((down_payment_centavos >= 0)),
  CONSTRAINT transactions_id_check CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT transactions_last_sequence_check CHECK ((last_sequence > 0)),
  CONSTRAINT transactions_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT transactions_move_count_check CHECK ((move_count > 0)),
  CONSTRAINT transactions_net_loan CHECK ((net_loan_centavos = (purchase_centavos - down_payment_centavos))),
  CONSTRAINT transactions_option_id_check CHECK ((option_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT transactions_order_id_check CHECK (((length(order_id) >= 1) AND (length(order_id) <= 64))),
  CONSTRAINT transactions_places CHECK (
CASE status
    WHEN 'PENDING'::text THEN (step <> 'COMPLETE'::text)
    WHEN 'ABANDONED'::text THEN (step <> 'COMPLETE'::text)
    WHEN 'OPEN'::text THEN (step = 'COMPLETE'::text)
    WHEN 'CLOSED'::text THEN (step = 'COMPLETE'::text)
    ELSE true
END),
  CONSTRAINT transactions_purchase_centavos_check CHECK ((purchase_centavos > 0)),
  CONSTRAINT transactions_reason_when_ended CHECK (((status = ANY (ARRAY['CANCELED'::text, 'ABANDONED'::text])) = (cancel_reason <> 'UNSPECIFIED_CANCEL_REASON'::text))),
  CONSTRAINT transactions_refund_centavos_check CHECK ((refund_centavos >= 0)),
  CONSTRAINT transactions_refund_when_ended CHECK ((((status = ANY (ARRAY['CANCELED'::text, 'ABANDONED'::text])) = (refund_centavos IS NOT NULL)) AND ((refund_centavos IS NULL) = (max_refund_date IS NULL)))),
  CONSTRAINT transactions_status_check CHECK ((status = ANY (ARRAY['ABANDONED'::text, 'CANCELED'::text, 'CLOSED'::text, 'PENDING'::text, 'PROCESSING_CANCEL'::text, 'OPEN'::text]))),
  CONSTRAINT transactions_step_check CHECK ((step = ANY (ARRAY['WAITING'::text, 'CONFIRMATION'::text, 'FRONTDOC'::text, 'BACKDOC'::text, 'SELFIE'::text, 'ASYNC_ANALYSE'::text, 'INSURANCE'::text, 'SIGNATURE'::text, 'DESK'::text, 'ENTRY'::text, 'COMPLETE'::text]))),
  CONSTRAINT transactions_token_hash_check CHECK ((length(token_hash) = 32)),
  CONSTRAINT transactions_transfer_centavos_check CHECK ((transfer_centavos >= 0)),
  CONSTRAINT transactions_transfered_when_complete CHECK (((transfered_at IS NULL) OR (completed_at IS NOT NULL))),
  CONSTRAINT transactions_within_limit CHECK (((net_loan_centavos > 0) AND (net_loan_centavos <= approved_limit_centavos))),
  CONSTRAINT transactions_pkey PRIMARY KEY (id),
  CONSTRAINT transactions_token_unique UNIQUE (token_hash),
) WITH (fillfactor=70);
CREATE INDEX transactions_at_desk ON public.transactions USING btree (changed_at, id) WHERE ((status = 'PENDING'::text) AND (step = 'DESK'::text));
CREATE INDEX transactions_by_customer ON public.transactions USING btree (retailer_id, cpf_index, id);
CREATE INDEX transactions_by_decision ON public.transactions USING btree (decision_id);
CREATE INDEX transactions_by_group ON public.transactions USING btree (retailer_id, (
CASE
    WHEN (status = ANY (ARRAY['CANCELED'::text, 'PROCESSING_CANCEL'::text])) THEN 'CANCELED'::text
    WHEN (status = 'ABANDONED'::text) THEN 'ABANDONED'::text
    WHEN ((status = 'PENDING'::text) AND (step = ANY (ARRAY['ASYNC_ANALYSE'::text, 'DESK'::text]))) THEN 'ANALYSIS'::text
    WHEN ((status = 'PENDING'::text) AND (step = 'ENTRY'::text)) THEN 'DOWN_PAYMENT'::text
    WHEN (status = 'PENDING'::text) THEN 'ONBOARDING'::text
    WHEN (renegotiates IS NOT NULL) THEN 'AGREEMENT'::text
    WHEN (transfered_at IS NOT NULL) THEN 'TRANSFERED'::text
    WHEN (transfer_due_at IS NOT NULL) THEN 'SCHEDULED'::text
    ELSE 'UNSCHEDULED'::text
END), id) INCLUDE (status, step, renegotiates, transfered_at, transfer_due_at);
CREATE INDEX transactions_by_retailer ON public.transactions USING btree (retailer_id, id);
CREATE INDEX transactions_canceling ON public.transactions USING btree (changed_at) WHERE (status = 'PROCESSING_CANCEL'::text);
CREATE INDEX transactions_continuing ON public.transactions USING btree (retailer_id, id) WHERE ((replaces_id IS NOT NULL) OR (renegotiates IS NOT NULL));
CREATE INDEX transactions_deadlines ON public.transactions USING btree (deadline_at) WHERE ((status = 'PENDING'::text) AND (deadline_at IS NOT NULL));
CREATE INDEX transactions_ended_by_order ON public.transactions USING btree (retailer_id, order_id) WHERE (status = ANY (ARRAY['CANCELED'::text, 'ABANDONED'::text]));
CREATE UNIQUE INDEX transactions_one_living_agreement ON public.transactions USING btree (renegotiates) WHERE ((renegotiates IS NOT NULL) AND (status <> ALL (ARRAY['CANCELED'::text, 'ABANDONED'::text])));
CREATE UNIQUE INDEX transactions_one_per_order ON public.transactions USING btree (retailer_id, order_id) WHERE (status <> ALL (ARRAY['CANCELED'::text, 'ABANDONED'::text]));
CREATE UNIQUE INDEX transactions_option_once ON public.transactions USING btree (option_id) WHERE (replaces_id IS NULL);
CREATE UNIQUE INDEX transactions_replaced_once ON public.transactions USING btree (replaces_id) WHERE (replaces_id IS NOT NULL);
CREATE INDEX transactions_signed ON public.transactions USING btree (retailer_id, signed_at) WHERE ((signed_at IS NOT NULL) AND (replaces_id IS NULL) AND (renegotiates IS NULL));
CREATE INDEX transactions_sold ON public.transactions USING btree (retailer_id, completed_at) INCLUDE (purchase_centavos) WHERE ((completed_at IS NOT NULL) AND (replaces_id IS NULL) AND (renegotiates IS NULL));
CREATE INDEX transactions_transfers_due ON public.transactions USING btree (transfer_due_at) WHERE ((transfered_at IS NULL) AND (transfer_due_at IS NOT NULL) AND (status = ANY (ARRAY['OPEN'::text, 'CLOSED'::text])));
CREATE INDEX transactions_untransferred ON public.transactions USING btree (retailer_id, id) WHERE ((transfered_at IS NULL) AND (transfer_ordered_at IS NULL) AND (status = ANY (ARRAY['OPEN'::text, 'CLOSED'::text])));
CREATE TRIGGER transactions_guarded BEFORE UPDATE ON public.transactions FOR EACH ROW EXECUTE FUNCTION check_transaction_change();
CREATE TRIGGER transactions_never_removed BEFORE DELETE OR TRUNCATE ON public.transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

UNLOGGED TABLE unknown_key_attempts (
  address_hash bytea NOT NULL,
  window_started_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL,
  CONSTRAINT unknown_key_attempts_pkey PRIMARY KEY (address_hash),
) WITH (fillfactor=50);
CREATE INDEX unknown_key_attempts_by_age ON public.unknown_key_attempts USING btree (window_started_at);

TABLE upkeep_progress (
  name text NOT NULL,
  through text NOT NULL,
  CONSTRAINT upkeep_progress_name_check CHECK ((name <> ''::text)),
  CONSTRAINT upkeep_progress_pkey PRIMARY KEY (name),
);

TABLE used_passkey_challenges (
  nonce bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT used_passkey_challenges_nonce_check CHECK ((octet_length(nonce) = 16)),
  CONSTRAINT used_passkey_challenges_pkey PRIMARY KEY (nonce),
);
CREATE INDEX used_passkey_challenges_by_expiry ON public.used_passkey_challenges USING btree (expires_at);

TABLE waivers (
  reference text NOT NULL,
  billet_id text NOT NULL,
  transaction_id text NOT NULL,
  installment_number smallint NOT NULL,
  face_centavos bigint NOT NULL,
  fine_centavos bigint NOT NULL,
  interest_centavos bigint NOT NULL,
  waived_on date NOT NULL,
  decision_id text,
  mac bytea NOT NULL,
  CONSTRAINT waivers_check CHECK ((((face_centavos + fine_centavos) + interest_centavos) > 0)),
  CONSTRAINT waivers_face_centavos_check CHECK ((face_centavos >= 0)),
  CONSTRAINT waivers_fine_centavos_check CHECK ((fine_centavos >= 0)),
  CONSTRAINT waivers_installment_number_check CHECK ((installment_number > 0)),
  CONSTRAINT waivers_interest_centavos_check CHECK ((interest_centavos >= 0)),
  CONSTRAINT waivers_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT waivers_reference_check CHECK ((reference <> ''::text)),
  CONSTRAINT waivers_transaction_id_check CHECK ((transaction_id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT waivers_billet_id_fkey FOREIGN KEY (billet_id) REFERENCES billets(id),
  CONSTRAINT waivers_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES desk_decisions(id),
  CONSTRAINT waivers_pkey PRIMARY KEY (reference, billet_id),
);
CREATE INDEX waivers_of_transaction ON public.waivers USING btree (transaction_id);
CREATE TRIGGER waivers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.waivers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

TABLE webhook_attempts (
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  number integer NOT NULL,
  attempted_at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  http_status integer,
  error text,
  answer bytea STORAGE EXTERNAL,
  headers_box bytea,
  CONSTRAINT webhook_attempts_duration_ms_check CHECK ((duration_ms >= 0)),
  CONSTRAINT webhook_attempts_error_check CHECK ((length(error) <= 100)),
  CONSTRAINT webhook_attempts_number_check CHECK ((number > 0)),
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (endpoint_id, event_id, number),
);
CREATE TRIGGER webhook_attempts_append_only BEFORE UPDATE OF endpoint_id, event_id, number, attempted_at, duration_ms, http_status, error OR TRUNCATE ON public.webhook_attempts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_attempts_kept BEFORE DELETE ON public.webhook_attempts FOR EACH ROW EXECUTE FUNCTION check_past_attempt();
CREATE TRIGGER webhook_attempts_resealed BEFORE UPDATE ON public.webhook_attempts FOR EACH ROW EXECUTE FUNCTION check_resealed('answer', 'headers_box');

TABLE webhook_days (
  endpoint_id text NOT NULL,
  day date NOT NULL,
  delivered integer NOT NULL,
  failed integer NOT NULL,
  CONSTRAINT webhook_days_delivered_check CHECK ((delivered >= 0)),
  CONSTRAINT webhook_days_failed_check CHECK ((failed >= 0)),
  CONSTRAINT webhook_days_pkey PRIMARY KEY (endpoint_id, day),
) WITH (fillfactor=50);
CREATE INDEX webhook_days_by_day ON public.webhook_days USING btree (day);

TABLE webhook_deliveries (
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  retailer_id text NOT NULL,
  transaction_id text,
  sequence integer NOT NULL,
  type text NOT NULL,
  body text,
  status text NOT NULL DEFAULT 'pending'::text,
  due_at timestamp with time zone NOT NULL,
  holds_until timestamp with time zone,
  tries integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  CONSTRAINT webhook_deliveries_settled_with_date CHECK (((status = 'pending'::text) = (settled_at IS NULL))),
  CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'canceled'::text]))),
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (endpoint_id, event_id),
) WITH (fillfactor=80);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (endpoint_id, due_at, sequence, event_id) WHERE (settled_at IS NULL);
CREATE INDEX webhook_deliveries_order ON public.webhook_deliveries USING btree (transaction_id, sequence) WHERE (settled_at IS NULL);
CREATE INDEX webhook_deliveries_undelivered ON public.webhook_deliveries USING btree (endpoint_id, status, event_id) WHERE (status <> 'delivered'::text);

TABLE webhook_endpoints (
  id text NOT NULL,
  retailer_id text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  status text NOT NULL,
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamp with time zone,
  failing_since timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_reason text,
  created_at timestamp with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text]))),
  CONSTRAINT webhook_endpoints_disabled_with_reason CHECK ((((disabled_at IS NULL) = (disabled_reason IS NULL)) AND ((status <> 'disabled'::text) OR (disabled_at IS NOT NULL)))),
  CONSTRAINT webhook_endpoints_events_check CHECK ((cardinality(events) > 0)),
  CONSTRAINT webhook_endpoints_id_check CHECK ((length(id) = 24)),
  CONSTRAINT webhook_endpoints_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT webhook_endpoints_previous_with_end CHECK (((previous_secret IS NULL) = (previous_secret_until IS NULL))),
  CONSTRAINT webhook_endpoints_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text, 'deleted'::text]))),
  CONSTRAINT webhook_endpoints_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2048))),
  CONSTRAINT webhook_endpoints_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id),
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
);
CREATE INDEX webhook_endpoints_by_retailer ON public.webhook_endpoints USING btree (retailer_id, id) WHERE (status <> 'deleted'::text);

TABLE webhook_lanes (
  endpoint_id text NOT NULL,
  holder text NOT NULL,
  leased_until timestamp with time zone NOT NULL,
  epoch bigint NOT NULL DEFAULT 0,
  CONSTRAINT webhook_lanes_pkey PRIMARY KEY (endpoint_id),
) WITH (fillfactor=50);


CREATE OR REPLACE FUNCTION public.add_partition(parent text, lower_bound text, upper_bound text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '300ms'
AS $function$
DECLARE
  child text := parent || '_' || to_char(to_timestamp(('x' || lpad(lower_bound, 16, '0'))::bit(64)::bigint / 1000.0)
    AT TIME ZONE 'UTC', 'YYYYMMDD');
  outside boolean;
BEGIN
  IF parent <> 'checkouts' OR lower_bound !~ '^[0-9a-f]{12}$' OR upper_bound !~ '^[0-9a-f]{12}$' OR lower_bound >= upper_bound THEN
    RAISE EXCEPTION 'not a part of a table: %, % to %', parent, lower_bound, upper_bound USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF NOT has_table_privilege(session_user, parent, 'INSERT') THEN
    RAISE EXCEPTION 'permission denied for function add_partition' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF to_regclass(child) IS NOT NULL THEN
    RETURN false;
  END IF;
  -- Rows that came before their partition stay where they are, with those of the same day.
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE id >= $1 AND id < $2)', parent || '_rest') INTO outside
    USING lower_bound, upper_bound;
  IF outside THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING INDEXES)', child, parent);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, child, lower_bound, upper_bound);
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.box_key_id(box bytea)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
  SELECT CASE get_byte(box, 0) WHEN 1 THEN 1 WHEN 2 THEN get_byte(box, 1) * 256 + get_byte(box, 2) END
$function$;

CREATE OR REPLACE FUNCTION public.check_addendum_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.confirmed_at IS NOT NULL
    OR to_jsonb(NEW) - '{confirmation,confirmation_seal,confirmed_at}'::text[]
      <> to_jsonb(OLD) - '{confirmation,confirmation_seal,confirmed_at}'::text[] THEN
    RAISE EXCEPTION 'the addendum of % cannot change', OLD.transaction_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_answered_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.state <> 'proposed' THEN
    RAISE EXCEPTION 'proposal % was answered', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_billet_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  frozen billets := NEW;
BEGIN
  frozen.registration := OLD.registration;
  frozen.mac := OLD.mac;
  IF OLD.payment_status = 'PENDING' THEN
    frozen.payment_status := OLD.payment_status;
    frozen.paid_at := OLD.paid_at;
    frozen.paid_by := OLD.paid_by;
    -- What was paid in parts only grows, and ends with a cancellation.
    IF OLD.canceled_at IS NULL AND NEW.part_paid_centavos >= OLD.part_paid_centavos THEN
      frozen.part_paid_centavos := OLD.part_paid_centavos;
      frozen.open_fine_centavos := OLD.open_fine_centavos;
      frozen.open_interest_centavos := OLD.open_interest_centavos;
      frozen.interest_from := OLD.interest_from;
      IF OLD.claimed_from IS NULL THEN
        frozen.claimed_from := NULL;
        frozen.excluded_centavos := OLD.excluded_centavos;
      END IF;
    END IF;
  END IF;
  IF OLD.canceled_at IS NULL THEN
    frozen.canceled_at := OLD.canceled_at;
  END IF;
  IF OLD.canceled_at IS NOT NULL AND NEW.canceled_at IS NULL AND OLD.kind = 'installment' AND EXISTS (
      SELECT FROM loans l WHERE l.transaction_id = OLD.transaction_id AND l.suspended_by IS NOT NULL) THEN
    frozen.canceled_at := OLD.canceled_at;
  END IF;
  IF NEW.token_box <> OLD.token_box AND is_resealed(OLD.token_box, NEW.token_box) THEN
    frozen.token_box := OLD.token_box;
  END IF;
  IF frozen IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'billet % cannot change any more', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_chained_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (
    SELECT FROM audit_entries e WHERE e.note_id = OLD.id AND e.at = OLD.at AND e.action = OLD.action
      AND e.details = OLD.details AND e.operator_id IS NOT DISTINCT FROM OLD.operator_id
      AND e.subject IS NOT DISTINCT FROM OLD.subject AND e.staff_id IS NOT DISTINCT FROM OLD.staff_id
      AND e.retailer_id IS NOT DISTINCT FROM OLD.retailer_id
  ) THEN
    RAISE EXCEPTION 'audit note % is not in the chain yet: % refused', OLD.id, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION public.check_desk_decision_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  frozen desk_decisions := NEW;
BEGIN
  frozen.reason := OLD.reason;
  frozen.answer_reason := OLD.answer_reason;
  IF OLD.state = 'proposed' THEN
    frozen.state := OLD.state;
    frozen.answered_by := OLD.answered_by;
    frozen.answered_at := OLD.answered_at;
    frozen.mac := OLD.mac;
  END IF;
  IF frozen IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'decision % cannot change any more', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_filed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  places text[] := TG_ARGV;
BEGIN
  IF to_jsonb(NEW) - places IS DISTINCT FROM to_jsonb(OLD) - places THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_filed_contract()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF to_jsonb(NEW) - '{agreement_box,pdf_box,pdf_file,statement_box}'::text[]
      IS DISTINCT FROM to_jsonb(OLD) - '{agreement_box,pdf_box,pdf_file,statement_box}'::text[]
    OR (NEW.agreement_box <> OLD.agreement_box AND length(NEW.agreement_box) >= length(OLD.agreement_box))
    OR (NEW.statement_box <> OLD.statement_box AND length(NEW.statement_box) >= length(OLD.statement_box)) THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_invoice_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.id, NEW.transaction_id, NEW.retailer_id, NEW.version, NEW.file_name, NEW.sha256, NEW.bytes, NEW.received_at)
    IS DISTINCT FROM
    (OLD.id, OLD.transaction_id, OLD.retailer_id, OLD.version, OLD.file_name, OLD.sha256, OLD.bytes, OLD.received_at)
    OR (OLD.replaced_at IS NOT NULL) THEN
    RAISE EXCEPTION 'invoice % cannot change any more', OLD.id USING ERRCODE = 'integrity_constraint_violation';
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
  IF NOT EXISTS (SELECT FROM ledger_unsealed u WHERE u.entry_id = NEW.id) THEN
    RAISE EXCEPTION 'ledger entry % does not wait for a seal', NEW.id USING ERRCODE = 'integrity_constraint_violation';
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

CREATE OR REPLACE FUNCTION public.check_lender_account_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  frozen lender_accounts := NEW;
BEGIN
  frozen.last_file_sequence := OLD.last_file_sequence;
  IF frozen IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'account % cannot change any more', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_past_attempt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- A day less than remove_past_deliveries has: an attempt may be stored after its delivery was settled.
  IF OLD.attempted_at > clock_timestamp() - interval '30 days'
    + coalesce((SELECT offset_ms FROM deployment_clock), 0) * interval '1 millisecond' THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION public.check_refund_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.id, NEW.reference, NEW.part, NEW.retailer_id, NEW.transaction_id, NEW.due_since)
    IS DISTINCT FROM (OLD.id, OLD.reference, OLD.part, OLD.retailer_id, OLD.transaction_id, OLD.due_since) THEN
    RAISE EXCEPTION 'refund % cannot change what it is for', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_resealed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  boxes text[] := TG_ARGV;
  box_column text;
  old_box bytea;
  new_box bytea;
BEGIN
  IF to_jsonb(NEW) - boxes IS DISTINCT FROM to_jsonb(OLD) - boxes THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  FOREACH box_column IN ARRAY boxes LOOP
    EXECUTE format('SELECT ($1).%I, ($2).%I', box_column, box_column) INTO old_box, new_box USING OLD, NEW;
    IF new_box IS DISTINCT FROM old_box AND NOT is_resealed(old_box, new_box) THEN
      RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
    END IF;
  END LOOP;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_sealed_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM removed r WHERE NOT EXISTS (SELECT FROM ledger_seals s WHERE s.entry_id = r.entry_id)) THEN
    RAISE EXCEPTION 'a ledger entry without a seal has to wait for it' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.check_suspense_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (OLD.state = 'closed' AND NEW.state <> 'closed') OR NEW.amount_centavos > OLD.amount_centavos
    OR (NEW.id, NEW.notice_reference) IS DISTINCT FROM (OLD.id, OLD.notice_reference) THEN
    RAISE EXCEPTION 'suspense case % cannot go back', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_transaction_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.move_count = OLD.move_count
    AND (NEW.details = OLD.details OR is_resealed(OLD.details, NEW.details))
    AND (NEW.refund_account IS NOT DISTINCT FROM OLD.refund_account OR is_resealed(OLD.refund_account, NEW.refund_account))
    AND (NEW.token_box = OLD.token_box OR is_resealed(OLD.token_box, NEW.token_box))
    AND to_jsonb(NEW) - '{details,refund_account,token_box}'::text[] = to_jsonb(OLD) - '{details,refund_account,token_box}'::text[] THEN
    RETURN NEW;
  END IF;
  IF OLD.status IN ('CANCELED', 'ABANDONED', 'CLOSED') AND NEW.key_salt <> OLD.key_salt AND NEW.refund_account IS NULL
    AND to_jsonb(NEW) - '{key_salt,details,refund_account}'::text[] = to_jsonb(OLD) - '{key_salt,details,refund_account}'::text[] THEN
    RETURN NEW;
  END IF;
  IF OLD.status IN ('CANCELED', 'ABANDONED') AND NEW.move_count = OLD.move_count + 1 AND NEW.last_sequence >= OLD.last_sequence
    AND to_jsonb(NEW) - '{move_count,last_sequence,changed_at,mac}'::text[] = to_jsonb(OLD) - '{move_count,last_sequence,changed_at,mac}'::text[] THEN
    RETURN NEW;
  END IF;
  IF OLD.status IN ('CANCELED', 'ABANDONED') OR (OLD.status = 'CLOSED' AND NEW.status <> 'CLOSED') THEN
    RAISE EXCEPTION 'transaction % has ended as %', OLD.id, OLD.status USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.id, NEW.renegotiates, NEW.retailer_id, NEW.order_id, NEW.option_id, NEW.cpf_index, NEW.purchase_centavos, NEW.down_payment_centavos)
    IS DISTINCT FROM
    (OLD.id, OLD.renegotiates, OLD.retailer_id, OLD.order_id, OLD.option_id, OLD.cpf_index, OLD.purchase_centavos, OLD.down_payment_centavos)
    OR (OLD.signed_at IS NOT NULL AND (NEW.signed_at, NEW.contract_version) IS DISTINCT FROM (OLD.signed_at, OLD.contract_version))
    OR (OLD.signed_at IS NOT NULL
      AND (NEW.contract::text, NEW.contract_date) IS DISTINCT FROM (OLD.contract::text, OLD.contract_date)
      AND NOT coalesce(OLD.contract_version >= 2 AND OLD.status = 'PENDING' AND NEW.status = 'OPEN'
        AND (NEW.contract ->> 'installmentCentavos')::bigint <= (OLD.contract ->> 'installmentCentavos')::bigint
        AND (NEW.contract ->> 'numberOfInstallments')::int = (OLD.contract ->> 'numberOfInstallments')::int, false))
    OR (OLD.transfered_at IS NOT NULL AND NEW.transfered_at <> OLD.transfered_at)
    OR (OLD.delivered_on IS NOT NULL AND NEW.delivered_on IS DISTINCT FROM OLD.delivered_on) THEN
    RAISE EXCEPTION 'transaction % cannot change what was agreed', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.last_sequence < OLD.last_sequence OR NEW.move_count <> OLD.move_count + 1 THEN
    RAISE EXCEPTION 'transaction % changed without a move', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_written_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.written_at IS NOT NULL AND NEW.written_at IS DISTINCT FROM OLD.written_at THEN
    RAISE EXCEPTION 'file % was written', OLD.file_sequence USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.choose_booked_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  closed_through date;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(4072041);
  SELECT max(month_end) INTO closed_through FROM ledger_closed_months;
  NEW.booked_on := (NEW.occurred_at AT TIME ZONE 'America/Sao_Paulo')::date;
  IF NEW.booked_on <= closed_through THEN
    NEW.booked_on := closed_through + 1;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.drop_partition(parent text, child text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '300ms'
AS $function$
DECLARE
  past text := lpad(to_hex((extract(epoch FROM clock_timestamp() - interval '60 hours') * 1000
    + coalesce((SELECT offset_ms FROM deployment_clock), 0))::bigint), 12, '0');
  bounds text;
  lower_bound text;
  upper_bound text;
BEGIN
  IF parent <> 'checkouts' THEN
    RAISE EXCEPTION 'not a part of a table: %', child USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF NOT has_table_privilege(session_user, parent, 'INSERT') THEN
    RAISE EXCEPTION 'permission denied for function drop_partition' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT pg_get_expr(c.relpartbound, c.oid) INTO bounds FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = parent::regclass AND c.relname = child;
  lower_bound := coalesce(substring(bounds FROM 'FROM \(''([0-9a-f]+)''\)'), '');
  upper_bound := substring(bounds FROM 'TO \(''([0-9a-f]+)''\)');
  IF upper_bound IS NULL OR upper_bound > past THEN
    RETURN false;
  END IF;
  PERFORM FROM transactions t JOIN checkouts c ON c.id = t.checkout_id
    WHERE t.replaces_id IS NULL AND t.option_id >= lower_bound AND t.option_id < upper_bound
      AND NOT EXISTS (SELECT FROM bought_checkouts b WHERE b.id = t.checkout_id) LIMIT 1;
  IF FOUND THEN
    RETURN false;
  END IF;
  EXECUTE format('DROP TABLE %I', child);
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.empty_rest(parent text, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  past text := lpad(to_hex((extract(epoch FROM clock_timestamp() - interval '60 hours') * 1000
    + coalesce((SELECT offset_ms FROM deployment_clock), 0))::bigint), 12, '0');
  gone text[];
  removed integer;
BEGIN
  IF parent <> 'checkouts' OR NOT has_table_privilege(session_user, parent, 'INSERT') THEN
    RAISE EXCEPTION 'permission denied for function empty_rest' USING ERRCODE = 'insufficient_privilege';
  END IF;
  gone := ARRAY(SELECT id FROM checkouts_rest WHERE id < past ORDER BY id LIMIT most);
  INSERT INTO bought_checkouts (id, retailer_id, decision_id, cpf_index, details, source, device, purchase_centavos, created_at, expires_at)
    SELECT id, retailer_id, decision_id, cpf_index, details, source, device, purchase_centavos, created_at, expires_at
    FROM checkouts_rest r WHERE id = ANY (gone) AND EXISTS (SELECT FROM transactions t
      WHERE t.replaces_id IS NULL AND t.option_id > r.id AND t.option_id < left(r.id, 21) || 'g')
    ON CONFLICT (id) DO NOTHING;
  DELETE FROM checkouts_rest WHERE id = ANY (gone);
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $function$;

CREATE OR REPLACE FUNCTION public.end_pix_charge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE pix_charges SET state = CASE state WHEN 'draft' THEN 'removed' ELSE 'removing' END, attempts = 0, due_at = '-infinity'
  WHERE txid = CASE NEW.kind WHEN 'down-payment' THEN 'ENTR' WHEN 'settlement' THEN 'QUIT' ELSE 'PARC' END || NEW.id
    AND state IN ('draft', 'registering', 'active');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.file_contract(contract text, file text, agreement_was bytea, agreement_packed bytea, statement_was bytea, statement_packed bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT has_table_privilege(session_user, 'signed_contracts', 'INSERT') THEN
    RAISE EXCEPTION 'permission denied for function file_contract' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE signed_contracts SET pdf_file = file, pdf_box = NULL, agreement_box = agreement_packed, statement_box = statement_packed
    WHERE transaction_id = contract AND pdf_box IS NOT NULL AND agreement_box = agreement_was AND statement_box = statement_was;
  RETURN FOUND;
END $function$;

CREATE OR REPLACE FUNCTION public.is_resealed(old_box bytea, new_box bytea)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(
    box_key_id(new_box) > box_key_id(old_box)
    AND length(new_box) = length(old_box) + CASE get_byte(old_box, 0) WHEN 1 THEN 2 ELSE 0 END
    AND box_key_id(new_box) = (SELECT max(id) FROM data_keys WHERE active_at IS NOT NULL), false)
$function$;

CREATE OR REPLACE FUNCTION public.latest_row_version(about text)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  SELECT max(substring(n.details FROM '"version":\s*(\d{1,9})')::integer) FROM (
    SELECT e.details FROM audit_entries e WHERE e.subject = about AND e.action = 'row.version'
    UNION ALL
    SELECT w.details FROM audit_notes w WHERE w.subject = about AND w.action = 'row.version'
  ) n
$function$;

CREATE OR REPLACE FUNCTION public.note_row_version(about text, told text)
 RETURNS boolean
 LANGUAGE sql
AS $function$
  INSERT INTO audit_notes (at, operator_id, action, subject, details)
  VALUES (date_trunc('milliseconds', clock_timestamp()), NULL, 'row.version', about, told) RETURNING true
$function$;

CREATE OR REPLACE FUNCTION public.oldest_open_due(first_due_date date, open_centavos bigint[])
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT (first_due_date + make_interval(months => min(place)::integer - 1))::date
  FROM unnest(open_centavos) WITH ORDINALITY AS installment (face, place) WHERE face > 0
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_in_closed_month()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM changed c JOIN ledger_closed_months m USING (month_end)) THEN
    RAISE EXCEPTION 'the month is closed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.remove_past_deliveries(endpoint text, after_event text, most integer, OUT looked_at integer, OUT last_event text, OUT removed integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  past timestamptz := clock_timestamp() - interval '31 days'
    + coalesce((SELECT offset_ms FROM deployment_clock), 0) * interval '1 millisecond';
  -- Ids begin with their time.
  before_event text := lpad(to_hex((extract(epoch FROM past) * 1000)::bigint), 12, '0');
BEGIN
  IF NOT has_table_privilege(session_user, 'webhook_deliveries', 'INSERT') THEN
    RAISE EXCEPTION 'permission denied for function remove_past_deliveries' USING ERRCODE = 'insufficient_privilege';
  END IF;
  WITH seen AS MATERIALIZED (
    SELECT event_id, coalesce(settled_at < past, false) AS is_past FROM webhook_deliveries
    WHERE endpoint_id = endpoint AND event_id > after_event AND event_id < before_event ORDER BY event_id LIMIT most
  ), gone AS (
    DELETE FROM webhook_deliveries d USING seen s
    WHERE s.is_past AND d.endpoint_id = endpoint AND d.event_id = s.event_id AND (d.settled_at < past) IS TRUE
    RETURNING d.event_id
  ), attempts AS (
    DELETE FROM webhook_attempts a USING gone g WHERE a.endpoint_id = endpoint AND a.event_id = g.event_id
  )
  SELECT count(*), max(event_id), (SELECT count(*) FROM gone) INTO looked_at, last_event, removed FROM seen;
END $function$;

CREATE OR REPLACE FUNCTION public.remove_unbought_decisions(most integer, OUT looked_at integer, OUT removed integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  -- Decisions are of real time, also where homologation's clock was moved.
  past text := lpad(to_hex((extract(epoch FROM clock_timestamp() - interval '31 days') * 1000)::bigint), 12, '0');
  reached text;
  last_id text;
BEGIN
  IF NOT has_table_privilege(session_user, 'credit_decisions', 'INSERT') THEN
    RAISE EXCEPTION 'permission denied for function remove_unbought_decisions' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO upkeep_progress (name, through) VALUES ('unbought-decisions', '') ON CONFLICT (name) DO NOTHING;
  SELECT through INTO reached FROM upkeep_progress WHERE name = 'unbought-decisions' FOR UPDATE;
  WITH seen AS MATERIALIZED (
    SELECT id, cpf_index, result FROM credit_decisions WHERE id > reached AND id < past ORDER BY id LIMIT most
  ), gone AS (
    DELETE FROM credit_decisions d USING seen s
    WHERE d.id = s.id AND s.result = 'APPROVED'
      AND NOT EXISTS (SELECT FROM credit_contracts c WHERE c.cpf_index = s.cpf_index)
      AND NOT EXISTS (SELECT FROM transactions t WHERE t.decision_id = s.id)
    RETURNING d.id
  )
  SELECT count(*), max(id), (SELECT count(*) FROM gone) INTO looked_at, last_id, removed FROM seen;
  IF last_id IS NOT NULL THEN
    UPDATE upkeep_progress SET through = last_id WHERE name = 'unbought-decisions';
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.reseal_box(place text, key_columns text[], key_values text[], old_box bytea, new_box bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  condition text;
  changed integer;
BEGIN
  IF NOT has_table_privilege(session_user, 'data_keys', 'INSERT') THEN
    RAISE EXCEPTION 'permission denied for function reseal_box' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT place = ANY (ARRAY[
    'billet_payers.payer', 'billets.token_box', 'bought_checkouts.details', 'checkouts.details', 'credit_decisions.record',
    'customer_emails.box', 'customer_requests.answer_box', 'customer_requests.box', 'desk_decisions.answer_reason',
    'desk_decisions.reason', 'file_keys.key_box', 'idempotency_keys.answer', 'identity_analyses.box', 'messages.box',
    'onboarding_consents.origin_box',
    'onboarding_documents.box', 'operator_passkeys.label', 'operators.profile', 'operators.totp_secret', 'payment_link_messages.to_box',
    'payment_link_visits.offer_box', 'payment_link_visits.person_box', 'payment_links.customer_box', 'payment_links.details',
    'payment_links.seller_box', 'payment_links.token_box', 'payout_files.box', 'payout_orders.payee_box', 'picture_requests.reason_box',
    'psp_charge_revisions.body_box', 'retailer_proposals.changes_box', 'retailer_terms.payee_box',
    'signatures.origin_box', 'signed_contracts.agreement_box', 'signed_contracts.pdf_box', 'signed_contracts.statement_box',
    'store_endpoints.secret_box', 'transactions.details', 'transactions.refund_account', 'transactions.token_box',
    'webhook_attempts.answer', 'webhook_endpoints.previous_secret', 'webhook_endpoints.secret', 'connector_accounts.keys_box', 'connector_endpoints.secret_box', 'connector_payments.box', 'webhook_attempts.headers_box', 'staff_people.profile', 'staff_people.totp_secret', 'staff_invitations.email_box', 'staff_passkeys.label', 'funds.payee_box', 'assignments.box', 'special_cases.note', 'special_cases.contact', 'screening_entries.box', 'compliance_cases.box'
  ]) THEN
    RAISE EXCEPTION '% holds no boxes', place USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT is_resealed(CASE WHEN place = 'file_keys.key_box' AND old_box IS NULL THEN
      '\x01'::bytea || substring(new_box FROM 4) ELSE old_box END, new_box) THEN
    RAISE EXCEPTION 'not the box of %, sealed again', place USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT string_agg(format('%I = %L', name, value), ' AND ') INTO STRICT condition
    FROM unnest(key_columns, key_values) AS k (name, value);
  EXECUTE format('UPDATE %1$I SET %2$I = $1 WHERE %3$s AND %2$I IS NOT DISTINCT FROM $2',
    split_part(place, '.', 1), split_part(place, '.', 2), condition) USING new_box, old_box;
  GET DIAGNOSTICS changed = ROW_COUNT;
  RETURN changed > 0;
END $function$;


GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON assignment_lines TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON assignments TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON audit_entries TO OWNER;
GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON audit_notes TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON audit_seals TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON bank_notices TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON bank_statements TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON billet_payments TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON billets TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON collection_steps TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON compliance_cases TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON compliance_reports TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON connector_accounts TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON connector_payments TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON desk_decisions TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON events TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON funds TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON invoices TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON ledger_closed_months TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON ledger_entries TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON ledger_heads TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON ledger_postings TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON ledger_seals TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON money_releases TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON onboarding_consents TO OWNER;
GRANT UPDATE ON onboarding_consents (origin_box) TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON operators TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON payout_events TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON payout_file_orders TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON proposed_entries TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON provisions TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON screening_entries TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON screening_lists TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON signatures TO OWNER;
GRANT UPDATE ON signatures (origin_box) TO OWNER;
GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON signed_contracts TO OWNER;
GRANT UPDATE ON signed_contracts (agreement_box) TO OWNER;
GRANT UPDATE ON signed_contracts (pdf_box) TO OWNER;
GRANT UPDATE ON signed_contracts (pdf_file) TO OWNER;
GRANT UPDATE ON signed_contracts (statement_box) TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON staff_invitations TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON staff_memberships TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON staff_people TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON staff_resets TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON transaction_moves TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, UPDATE ON transactions TO OWNER;
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON waivers TO OWNER;
GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON webhook_attempts TO OWNER;
GRANT UPDATE ON webhook_attempts (answer) TO OWNER;
GRANT UPDATE ON webhook_attempts (headers_box) TO OWNER;
