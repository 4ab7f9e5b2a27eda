/** The rights of the other roles on one table. */
interface TableRights {
  /** The program's rights besides SELECT, which it has on every table. */
  readonly app:
    | ''
    | 'INSERT'
    | 'UPDATE'
    | 'DELETE'
    | 'INSERT, UPDATE'
    | 'INSERT, DELETE'
    | 'INSERT, UPDATE, DELETE'
    /** Of the other columns no statement may change any. */
    | `INSERT, UPDATE (${string})`
    | `INSERT, UPDATE (${string}), DELETE`
  /**
   * Columns that reports may read, `ALL` or `NONE`. Never sealed data, salts, blind indexes, hashes of keys and codes,
   * secrets, or free text that people typed.
   */
  readonly reports: string
}

const ALL = '*'
const NONE = ''

/** One decision per table; tests compare them with the schema and with the program's own statements. */
export const TABLE_RIGHTS: Readonly<Record<string, TableRights>> = {
  account_proposals: {
    app: 'INSERT, UPDATE (state, answered_by, answered_at, mac)',
    reports: 'id, proposed_by, proposed_at, state, answered_by, answered_at',
  },
  agreement_offers: {
    app: 'INSERT, DELETE',
    reports: 'id, retailer_id, transaction_id, quoted_on, expires_at, terms',
  },
  api_key_uses: { app: 'INSERT, UPDATE', reports: ALL },
  api_keys: {
    app: 'INSERT, UPDATE (expires_at, revoked_at, version, mac)',
    reports:
      'id, retailer_id, kind, scopes, rate_limit_per_second, created_at, expires_at, revoked_at, api_version, version',
  },
  api_requests: { app: 'INSERT, DELETE', reports: ALL },
  applicants: { app: 'INSERT, UPDATE, DELETE', reports: NONE },
  assignment_lines: { app: 'INSERT', reports: ALL },
  assignments: {
    app: 'INSERT, UPDATE (done_at, paid_on, version, mac)',
    reports:
      'id, fund_id, kind, day, contract_count, face_centavos, carrying_centavos, price_centavos, proposed_at, done_at, ' +
      'paid_on, version',
  },
  audit_entries: {
    app: 'INSERT',
    reports: 'position, at, operator_id, action, subject, hash, note_id, staff_id, retailer_id',
  },
  audit_notes: {
    app: 'INSERT, DELETE',
    reports: 'id, at, operator_id, action, subject, staff_id, retailer_id',
  },
  audit_seals: { app: 'INSERT', reports: ALL },
  bank_notices: { app: 'INSERT', reports: ALL },
  bank_matches: { app: 'INSERT', reports: ALL },
  bank_orders: { app: 'INSERT, UPDATE', reports: ALL },
  // What the bank wrote beside a movement may name its payer.
  bank_statement_lines: {
    app: 'INSERT, UPDATE (state)',
    reports: 'key, statement_id, account_id, posted_on, position, amount_centavos, category, state',
  },
  bank_statements: {
    app: 'INSERT',
    reports: 'id, account_id, first_day, last_day, opening_centavos, closing_centavos, taken_at',
  },
  bank_watermarks: { app: 'INSERT, UPDATE', reports: ALL },
  billet_payers: { app: 'INSERT, DELETE', reports: NONE },
  billet_payments: {
    app: 'INSERT',
    reports:
      'reference, billet_id, face_centavos, fine_centavos, interest_centavos, paid_on, discount_centavos',
  },
  billets: {
    app: 'INSERT, UPDATE',
    reports:
      'id, retailer_id, transaction_id, account_id, kind, installment_number, installment_count, our_number, amount_centavos, ' +
      'issued_on, due_date, expiration_date, document_number, payment_status, paid_at, paid_by, canceled_at, registration, ' +
      'part_paid_centavos, open_fine_centavos, open_interest_centavos, interest_from, claimed_from, ' +
      'excluded_centavos',
  },
  // What was bought of the days of checkouts that were dropped.
  bought_checkouts: {
    app: 'INSERT',
    reports: 'id, retailer_id, decision_id, source, device, purchase_centavos, created_at, expires_at',
  },
  // Written by the release before this one; goes with the next.
  checkouts: {
    app: 'INSERT',
    reports: 'id, retailer_id, decision_id, source, device, purchase_centavos, created_at, expires_at',
  },
  closing_batches: { app: 'INSERT, UPDATE (contract_count, totals, hash), DELETE', reports: ALL },
  closing_contracts: {
    app: 'INSERT, DELETE',
    reports:
      'month_end, transaction_id, customer_centavos, unearned_centavos, deferred_fee_centavos, deferred_retention_centavos, ' +
      'deferred_cost_centavos, deferred_charges_centavos, restructuring_centavos, allowance_centavos, written_off_centavos, ' +
      'retailer_id, started_on, first_due_date, interest_rate_pm, open_centavos, accrued_through, accelerated_on, ' +
      'written_off_on, days_past_due, stage, is_agreement',
  },
  closings: {
    app: 'INSERT, UPDATE (state, version, first_later_id, entry_count, started_at, result, hash, proposed_by, closed_by, closed_at, mac)',
    reports:
      'month_end, id, state, version, first_later_id, entry_count, started_at, result, hash, proposed_by, closed_by, closed_at',
  },
  clearing_items: { app: 'INSERT, UPDATE (booked_at)', reports: ALL },
  cosif_accounts: { app: 'INSERT', reports: ALL },
  code_devices: { app: 'INSERT, UPDATE, DELETE', reports: 'entered_at' },
  code_sends: { app: 'INSERT, DELETE', reports: 'code_id, way, sent_at' },
  collection_progress: { app: 'INSERT, UPDATE', reports: ALL },
  collection_stops: { app: 'INSERT, UPDATE (ended_at)', reports: ALL },
  collection_steps: { app: 'INSERT', reports: ALL },
  compliance_cases: {
    app: 'INSERT, UPDATE (result, closed_at, version, box, mac)',
    reports: 'id, kind, transaction_id, opened_at, result, closed_at',
  },
  compliance_reports: {
    app: 'INSERT, UPDATE (reported_on, receipt, recorded_by, mac)',
    reports: 'id, kind, case_id, year, decision_id, decided_on, due_on, reported_on, receipt, recorded_by',
  },
  connector_accounts: {
    app: 'INSERT, UPDATE (account, is_enabled, settings, keys_box, changed_at, mac)',
    reports: 'id, platform, retailer_id, account, is_enabled, created_at, changed_at',
  },
  connector_differences: { app: 'INSERT, UPDATE (theirs, ours, ended_at)', reports: ALL },
  connector_endpoints: { app: 'INSERT, UPDATE', reports: 'account_id, looked_at' },
  connector_inbox: {
    app: 'INSERT, UPDATE (handled_at, tries, due_at), DELETE',
    reports: 'account_id, event_id, type, received_at, handled_at, tries, due_at',
  },
  connector_log: { app: 'INSERT, DELETE', reports: ALL },
  connector_notices: { app: 'INSERT, UPDATE', reports: ALL },
  connector_operations: {
    app: 'INSERT, UPDATE (state, code, answered_at, mac)',
    reports: 'payment_id, kind, reference, amount_centavos, state, code, asked_at, answered_at',
  },
  connector_payments: {
    app: 'INSERT, UPDATE (state, settled_centavos, link_id, transaction_id, reason, box, changed_at, version, mac)',
    reports:
      'id, account_id, order_id, state, total_centavos, settled_centavos, link_id, transaction_id, reason, suite, expires_at, ' +
      'created_at, changed_at, version',
  },
  contract_addenda: {
    app: 'INSERT, UPDATE',
    reports: 'transaction_id, retailer_id, made_on, confirmed_at',
  },
  contract_readings: { app: 'INSERT', reports: ALL },
  credit_contracts: {
    app: 'INSERT, UPDATE',
    reports: 'transaction_id, retailer_id, is_living, has_started, slot, financed_centavos',
  },
  credit_decisions: {
    app: 'INSERT',
    reports:
      'id, retailer_id, policy_id, operation, result, refusal_reason, approved_limit_centavos, decided_at',
  },
  credit_policies: { app: 'INSERT', reports: 'id, retailer_id, version, document, created_at' },
  customer_challenges: {
    app: 'INSERT, UPDATE, DELETE',
    reports: 'id, asked_at, expires_at, tries, used_at, replaced_at',
  },
  customer_emails: { app: 'INSERT, UPDATE, DELETE', reports: 'transaction_id, changed_at' },
  customer_requests: {
    app: 'INSERT, UPDATE, DELETE',
    reports: 'id, kind, transaction_id, opened_at, answer_until, answered_at',
  },
  customer_sessions: { app: 'INSERT, UPDATE, DELETE', reports: 'opened_at, last_seen_at' },
  data_keys: { app: 'INSERT, UPDATE, DELETE', reports: 'id, announced_at, active_at, retired_at' },
  deployment: { app: 'INSERT', reports: 'singleton, environment, id' },
  deployment_clock: { app: 'INSERT, UPDATE', reports: ALL },
  desk_claims: { app: 'INSERT, UPDATE, DELETE', reports: ALL },
  desk_decisions: {
    app: 'INSERT, UPDATE (state, answered_by, answered_at, answer_reason, mac)',
    reports:
      'id, position, subject_kind, subject_id, subject_version, transaction_id, order_id, result, target, amount_centavos, ' +
      'state, four_eyes_reason, decided_by, decided_at, answered_by, answered_at',
  },
  events: { app: 'INSERT', reports: ALL },
  file_keys: { app: 'INSERT, DELETE', reports: NONE },
  // The gateway's receipt may name whom a message was delivered to.
  formal_notices: {
    app: 'INSERT, UPDATE (sent_at, channel, provider_id, delivered_at, receipt, due_at)',
    reports: 'id, transaction_id, kind, due_date, serving, asked_at, sent_at, channel, delivered_at, due_at',
  },
  funds: { app: 'INSERT', reports: 'id, name, rules, created_by, created_at' },
  idempotency_keys: { app: 'INSERT, UPDATE, DELETE', reports: NONE },
  identity_analyses: { app: 'INSERT, UPDATE', reports: 'root_id, asked_at' },
  invoice_quotas: { app: 'INSERT, UPDATE, DELETE', reports: ALL },
  invoices: {
    app: 'INSERT, UPDATE',
    reports:
      'id, transaction_id, retailer_id, version, bytes, state, findings, code, decided_by, received_at, checked_at, decided_at, ' +
      'replaced_at',
  },
  job_schedules: { app: 'INSERT, UPDATE', reports: ALL },
  jobs: {
    app: 'INSERT, UPDATE, DELETE',
    reports: 'id, kind, run_at, asked, attempts, leased_until, dead_at, enqueued_at',
  },
  keyring: { app: 'INSERT, DELETE', reports: 'created_at' },
  ledger_closed_months: { app: 'INSERT', reports: ALL },
  ledger_entries: {
    app: 'INSERT',
    reports: 'id, kind, retailer_id, transaction_id, reference, occurred_at, memo, booked_on',
  },
  ledger_heads: { app: 'INSERT', reports: ALL },
  ledger_postings: { app: 'INSERT', reports: ALL },
  ledger_sealed_imbalance: { app: 'INSERT, UPDATE', reports: ALL },
  ledger_seals: { app: 'INSERT', reports: ALL },
  ledger_unsealed: { app: 'INSERT, DELETE', reports: ALL },
  // Where customers pay to: no statement may change it.
  lender_accounts: {
    app: 'INSERT, UPDATE (last_file_sequence)',
    reports:
      'id, bank, agency, account, account_digit, portfolio, agreement, service_code, beneficiary_name, beneficiary_document, ' +
      'beneficiary_address, pix_key, city, channel, last_file_sequence, created_at',
  },
  listings: {
    app: 'INSERT, UPDATE (state, listed_at, removal_reason, remove_by, removed_at, provider_id, problem, attempts, is_unknown, due_at)',
    reports: ALL,
  },
  loans: { app: 'INSERT, UPDATE', reports: ALL },
  message_opt_outs: { app: 'INSERT, DELETE', reports: 'channel, source, opted_out_at' },
  messages: {
    app: 'INSERT, UPDATE, DELETE',
    reports:
      'id, position, retailer_id, transaction_id, template, purpose, channel, state, failure, queued_at, expires_at, settled_at',
  },
  money_releases: { app: 'INSERT', reports: 'hold_id, released_at, released_by, approved_by' },
  onboarding_consents: { app: 'INSERT', reports: 'root_id, subject, accepted, answered_at' },
  onboarding_documents: {
    app: 'INSERT, UPDATE (box, file_name)',
    reports: 'id, position, root_id, kind, media_type, bytes, received_at',
  },
  onboarding_sessions: { app: 'INSERT, DELETE', reports: 'root_id, created_at, expires_at' },
  onboardings: { app: 'INSERT, DELETE', reports: 'transaction_id, root_id, retailer_id, opened_at' },
  one_time_codes: {
    app: 'INSERT, UPDATE',
    reports: 'id, transaction_id, purpose, sent_at, expires_at, tries, used_at, replaced_at',
  },
  operator_passkeys: {
    app: 'INSERT, UPDATE, DELETE',
    reports: 'id, operator_id, created_at, last_used_at',
  },
  operator_sessions: {
    app: 'INSERT, UPDATE, DELETE',
    reports: 'operator_id, role, opened_at, last_seen_at, ended_at',
  },
  operators: {
    app: 'INSERT, UPDATE (role, password_hash, totp_secret, totp_last_step, disabled_at, version, mac)',
    reports: 'id, role, created_at, disabled_at, version',
  },
  payment_link_applicants: { app: 'INSERT, UPDATE', reports: 'link_id, state, changed_at' },
  payment_link_messages: { app: 'INSERT, UPDATE', reports: 'id, position, link_id, channel, sent_at' },
  payment_link_purchases: { app: 'INSERT', reports: ALL },
  payment_link_visits: {
    app: 'INSERT, UPDATE, DELETE',
    reports: 'id, link_id, checkout_id, refusal, created_at, confirmed_at, expires_at',
  },
  payment_links: {
    app: 'INSERT, UPDATE',
    reports:
      'id, retailer_id, order_id, source, status, amount_centavos, transaction_id, last_sequence, created_at, expires_at, ' +
      'opened_at, locked_at, identified_at, signed_at',
  },
  payout_agreements: { app: 'INSERT, UPDATE', reports: ALL },
  payout_cases: {
    app: 'INSERT, UPDATE (closed_at, closed_by, explanation)',
    reports: 'id, account_id, order_id, reason, codes, amount_centavos, opened_at, closed_at',
  },
  payout_events: { app: 'INSERT', reports: ALL },
  payout_file_orders: { app: 'INSERT', reports: ALL },
  payout_files: {
    app: 'INSERT, UPDATE (written_at, box)',
    reports:
      'account_id, file_sequence, method, created_at, order_count, amount_centavos, sha256, written_at',
  },
  payout_lines: { app: 'INSERT, UPDATE (is_live)', reports: ALL },
  // What is paid no statement may change. The payee is sealed for its order, and replaced by nobody when a person is forgotten.
  payout_orders: {
    app: 'INSERT, UPDATE (payee_box, state, approved_by, rail, provider_id, settled_at, failure_kind, failure_code, version, mac, attempts, due_at, problem)',
    reports:
      'id, payout_key, kind, subject, obligation, retailer_id, transaction_id, lender_account_id, amount_centavos, ' +
      'netted_centavos, due_on, replaces, needs_approval, created_by, created_at, state, approved_by, rail, provider_id, ' +
      'settled_at, failure_kind, failure_code, version, attempts, due_at',
  },
  payout_returns: { app: 'INSERT', reports: ALL },
  phone_uses: { app: 'INSERT, UPDATE, DELETE', reports: NONE },
  picture_requests: { app: 'INSERT', reports: 'id, position, root_id, kind, asked_at' },
  // A code is part of where customers pay to: it has a MAC.
  pix_charges: {
    app: 'INSERT, UPDATE',
    reports: 'txid, billet_id, state, attempts, due_at, problem, opened_at',
  },
  pix_hints: { app: 'INSERT, UPDATE, DELETE', reports: ALL },
  pix_polls: { app: 'INSERT, UPDATE', reports: ALL },
  pix_webhooks: { app: 'INSERT, UPDATE', reports: 'pix_key, registered_at' },
  // Each row is what one person has proposed to book: no statement may change it.
  proposed_entries: {
    app: 'INSERT',
    reports:
      'id, kind, reference, retailer_id, happened_on, memo, postings, sha256, bytes, proposed_by, proposed_at',
  },
  provisions: { app: 'INSERT', reports: ALL },
  // The sandbox bank's records hold invented people only; what it was told about them is sealed all the same.
  psp_behaviours: { app: 'INSERT, UPDATE', reports: ALL },
  psp_charge_revisions: { app: 'INSERT, UPDATE (body_box)', reports: 'txid, revision' },
  psp_charges: {
    app: 'INSERT, UPDATE',
    reports: 'txid, kind, status, revision, retailer_id, location_id, location, created_at',
  },
  psp_payments: { app: 'INSERT', reports: ALL },
  psp_payouts: {
    app: 'INSERT, UPDATE',
    reports:
      'payout_key, amount_centavos, provider_id, retailer_id, state, failure_kind, failure_code, requested_at, changed_at',
  },
  psp_refunds: {
    app: 'INSERT, UPDATE',
    reports: 'end_to_end_id, id, return_id, amount_centavos, nature, status, requested_at, settled_at',
  },
  psp_tokens: { app: 'INSERT, DELETE', reports: NONE },
  psp_webhooks: { app: 'INSERT, UPDATE, DELETE', reports: 'pix_key, created_at' },
  rate_windows: { app: 'INSERT, UPDATE, DELETE', reports: ALL },
  reconciliation_cases: {
    app: 'INSERT, UPDATE (closed_at, closed_by, explanation)',
    reports: 'id, account_id, side, reference, amount_centavos, happened_on, opened_at, closed_at',
  },
  purchase_names: { app: 'INSERT, DELETE', reports: NONE },
  purchase_names_progress: { app: 'UPDATE', reports: ALL },
  refunds: { app: 'INSERT, UPDATE', reports: ALL },
  registration_cases: { app: 'INSERT, UPDATE', reports: ALL },
  release_statements: { app: 'INSERT', reports: 'transaction_id, released_on' },
  remittance_files: { app: 'INSERT, UPDATE', reports: ALL },
  retailer_accounts: { app: 'INSERT, UPDATE', reports: ALL },
  retailer_origins: { app: 'INSERT, DELETE', reports: ALL },
  retailer_proposals: {
    app: 'INSERT, UPDATE (state, answered_by, answered_at, mac)',
    reports: 'id, retailer_id, proposed_by, proposed_at, state, answered_by, answered_at',
  },
  retailer_schemes: { app: 'INSERT, DELETE', reports: ALL },
  // Where a retailer's money goes: each change is another row, and no statement may change one.
  retailer_terms: {
    app: 'INSERT',
    reports:
      'retailer_id, version, legal_name, cnpj, schedule, cancellation_costs, account_changed_at, changed_by, changed_at',
  },
  retailer_themes: {
    app: 'INSERT, UPDATE (accent, logo, logo_hash, logo_type, logo_width, logo_height, changed_by, changed_at)',
    reports: 'retailer_id, accent, logo_type, logo_width, logo_height, changed_by, changed_at',
  },
  retailers: { app: 'INSERT', reports: ALL },
  // Each change is another row, and no statement may change one.
  sales_limits: {
    app: 'INSERT',
    reports: 'retailer_id, version, cancel_up_to_centavos, changed_by, changed_at',
  },
  sandbox_people: { app: 'INSERT, UPDATE', reports: ALL },
  schema_migrations: { app: '', reports: ALL },
  sign_in_failures: { app: 'INSERT, UPDATE, DELETE', reports: NONE },
  screening_entries: { app: 'INSERT', reports: 'list_id, position' },
  screening_lists: {
    app: 'INSERT, UPDATE (replaced_at, mac)',
    reports: 'id, kind, source, published_on, entry_count, loaded_by, loaded_at, replaced_at',
  },
  signatures: { app: 'INSERT', reports: 'transaction_id, contract_hash, code_id, signed_at' },
  selic_rates: {
    app: 'INSERT, UPDATE',
    reports: 'month, basis_points, source, loaded_by, loaded_at',
  },
  settlements: {
    app: 'INSERT, UPDATE (paid_by, paid_on, discount_centavos, premium_refund_centavos, mac)',
    reports:
      'billet_id, transaction_id, settles_on, selection, installment_numbers, value_centavos, issued_at, position, paid_by, paid_on, discount_centavos, premium_refund_centavos',
  },
  signed_contracts: {
    app: 'INSERT, DELETE',
    reports: 'transaction_id, signed_at',
  },
  staff_invitations: {
    app: 'INSERT, UPDATE (token_hash, sent_at, expires_at, state, accepted_by, version, mac)',
    reports:
      'id, retailer_id, role, invited_by, created_at, sent_at, expires_at, state, accepted_by, version',
  },
  staff_memberships: {
    app: 'INSERT, UPDATE (role, removed_at, version, mac)',
    reports: 'id, person_id, retailer_id, role, created_at, removed_at, version',
  },
  staff_passkeys: {
    app: 'INSERT, UPDATE, DELETE',
    reports: 'id, person_id, created_at, last_used_at',
  },
  staff_people: {
    app: 'INSERT, UPDATE (password_hash, totp_secret, totp_version, totp_last_step, version, mac)',
    reports: 'id, created_at, disabled_at, version',
  },
  staff_resets: {
    app: 'INSERT, UPDATE (state, version, mac)',
    reports: 'id, person_id, reset_by, created_at, expires_at, state, version',
  },
  staff_sessions: {
    app: 'INSERT, UPDATE, DELETE',
    reports: 'id, person_id, retailer_id, role, browser, opened_at, last_seen_at, ended_at',
  },
  store_attempts: { app: 'INSERT, UPDATE', reports: ALL },
  store_endpoints: {
    app: 'INSERT, UPDATE, DELETE',
    reports: 'url, claimed_until, endpoint_id, registered_at',
  },
  store_orders: {
    app: 'INSERT, UPDATE',
    reports: 'id, link_id, link_state, link_sequence, lines, delivery_centavos, total_centavos, created_at',
  },
  stored_files: { app: 'INSERT', reports: NONE },
  special_case_documents: { app: 'INSERT', reports: 'id, case_id, bytes, added_by, added_at' },
  // What people told is free text.
  special_cases: {
    app: 'INSERT, UPDATE (state, version, effect, amount_centavos, effective_on, installments, note, decided_at, ended_at, mac)',
    reports:
      'id, transaction_id, retailer_id, kind, state, version, effect, amount_centavos, effective_on, installments, opened_by, ' +
      'opened_at, decided_at, ended_at',
  },
  suspense_cases: {
    app: 'INSERT, UPDATE',
    reports: 'id, notice_reference, billet_id, reason, amount_centavos, expected_centavos, state, opened_at',
  },
  transaction_moves: { app: 'INSERT', reports: ALL },
  third_party_payments: { app: 'INSERT', reports: 'reference, transaction_id, amount_centavos, paid_on' },
  transactions: {
    app: 'INSERT, UPDATE',
    reports:
      'id, retailer_id, order_id, option_id, checkout_id, decision_id, replaces_id, status, step, cancel_reason, canceled_by, ' +
      'has_insurance, contract, insured_contract, authorized_contract, purchase_date, purchase_centavos, down_payment_centavos, ' +
      'net_loan_centavos, approved_limit_centavos, last_sequence, move_count, deadline_at, down_payment_paid_at, created_at, ' +
      'changed_at, signed_at, completed_at, delivered_on, canceled_at, refund_centavos, max_refund_date, transfer_centavos, transfer_due_at, ' +
      'transfer_ordered_at, transfered_at, renegotiates',
  },
  unknown_key_attempts: { app: 'INSERT, UPDATE, DELETE', reports: NONE },
  upkeep_progress: { app: '', reports: ALL },
  used_passkey_challenges: { app: 'INSERT, DELETE', reports: NONE },
  waivers: {
    app: 'INSERT',
    reports:
      'reference, billet_id, transaction_id, installment_number, face_centavos, fine_centavos, interest_centavos, ' +
      'waived_on, decision_id',
  },
  webhook_attempts: {
    app: 'INSERT',
    reports: 'endpoint_id, event_id, number, attempted_at, duration_ms, http_status, error',
  },
  webhook_days: { app: 'INSERT, UPDATE, DELETE', reports: ALL },
  webhook_deliveries: {
    app: 'INSERT, UPDATE',
    reports:
      'endpoint_id, event_id, retailer_id, transaction_id, sequence, type, status, due_at, holds_until, tries, attempts, ' +
      'created_at, settled_at',
  },
  webhook_endpoints: {
    app: 'INSERT, UPDATE',
    reports:
      'id, retailer_id, events, status, previous_secret_until, failing_since, disabled_at, disabled_reason, created_at',
  },
  webhook_lanes: { app: 'INSERT, UPDATE', reports: ALL },
}

/** The program's rights on the sequences that its statements use. */
export const SEQUENCE_RIGHTS: Readonly<Record<string, 'USAGE' | 'SELECT'>> = {
  billet_our_numbers: 'USAGE',
  events_position_seq: 'SELECT',
}
