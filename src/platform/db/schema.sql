-- Written by the generator from the migrated schema; do not edit.

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

UNLOGGED TABLE unknown_key_attempts (
  address_hash bytea NOT NULL,
  window_started_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL,
  CONSTRAINT unknown_key_attempts_pkey PRIMARY KEY (address_hash),
) WITH (fillfactor=50);
