import { listMutations, type Mutation } from './mutations.ts'
import type { TriedTable } from './trial.ts'

const BANK_FILES = 'written by files exchanged with a bank'
const PAYOUT_FILES = 'written where orders leave by files: test/payouts/files'
const PIX = 'written with a payment service provider: test/receivables/pix'
const CLOSING = 'written by the end of a month, in keyed batches: test/closing/month-end.test.ts'
const SPECIAL = 'written by special cases, which have MACs: test/special-cases'
const ASSIGNMENT = 'written by sales to funds, which have MACs: test/assignment'
const SCREENING = 'written by lists of people and what is found with them: test/compliance'
const CONNECTOR =
  'written for shop platforms; what decides has MACs: test/connectors/core/forged-rows.test.ts'
const STAFF = 'has MACs: test/staff/console-sign-in.deep.test.ts'
const COLLECTION = 'written by weeks of delay or the end of a month'

/** Tables that no scene writes to, and why nothing of theirs moves money or opens an account by itself. */
export const WITHOUT_ROWS: Readonly<Record<string, string>> = {
  assignment_lines: ASSIGNMENT,
  assignments: ASSIGNMENT,
  funds: ASSIGNMENT,
  closing_batches: CLOSING,
  closing_contracts: CLOSING,
  closings: CLOSING,
  ledger_closed_months: CLOSING,
  collection_stops: SPECIAL,
  special_case_documents: SPECIAL,
  special_cases: SPECIAL,
  compliance_cases: SCREENING,
  compliance_reports: SCREENING,
  screening_entries: SCREENING,
  screening_lists: SCREENING,
  third_party_payments: SCREENING,
  cosif_accounts: 'the lender’s own chart, for exports only',
  proposed_entries: 'has MACs: test/bookkeeping',
  selic_rates: 'rates for the interest of late tax; two people see the total',
  sales_limits: 'has MACs: test/orders/console-orders.test.ts',
  waivers: 'has MACs: test/servicing/small-rests.test.ts',
  account_proposals: 'proposals of the lender’s accounts by the command line: the accounts have MACs',
  audit_notes: 'emptied into audit_entries by every seal',
  bank_matches: BANK_FILES,
  bank_statement_lines: BANK_FILES,
  bank_statements: BANK_FILES,
  bank_watermarks: BANK_FILES,
  bought_checkouts: 'copies of checkouts whose day is over',
  code_sends: 'counts codes that were sent: gives nothing but another code',
  collection_progress: COLLECTION,
  collection_steps: COLLECTION,
  connector_accounts: CONNECTOR,
  connector_differences: CONNECTOR,
  connector_endpoints: CONNECTOR,
  connector_inbox: CONNECTOR,
  connector_log: CONNECTOR,
  connector_notices: CONNECTOR,
  connector_operations: CONNECTOR,
  connector_payments: CONNECTOR,
  contract_addenda: 'written when products are removed from a signed contract',
  data_keys: 'the keyring is off in tests of this size: test/app/encryption-key.deep.test.ts',
  deployment: 'written by the start of a process: test/app/after-restore.test.ts',
  deployment_clock: 'homologation’s clock, which production does not have',
  desk_claims: 'who looks at a case; gives no right',
  formal_notices: COLLECTION,
  idempotency_keys: 'answers that were given already, sealed',
  job_schedules: 'when a periodic job ran last',
  keyring: 'the keyring is off in tests of this size: test/app/encryption-key.deep.test.ts',
  ledger_sealed_imbalance: 'written when the books do not balance',
  ledger_unsealed: 'emptied by every seal; the forgeries write to it',
  listings: COLLECTION,
  message_opt_outs: 'who wants no messages',
  onboarding_consents: 'what a person answered in the pages of the onboarding; gives no right',
  operator_passkeys: 'has MACs: test/desk/passkeys.deep.test.ts',
  staff_invitations: STAFF,
  staff_memberships: STAFF,
  staff_passkeys: 'has MACs: test/staff/console-passkeys.deep.test.ts',
  staff_people: STAFF,
  staff_resets: 'has MACs: test/staff/reset.deep.test.ts',
  staff_sessions: STAFF,
  payment_link_messages: 'that a link was sent',
  payment_link_purchases: 'which purchases a link led to',
  payout_agreements: PAYOUT_FILES,
  payout_cases: PAYOUT_FILES,
  payout_file_orders: PAYOUT_FILES,
  payout_files: PAYOUT_FILES,
  payout_returns: PAYOUT_FILES,
  picture_requests: 'that other pictures were asked for',
  pix_hints: PIX,
  pix_polls: PIX,
  pix_webhooks: PIX,
  provisions: COLLECTION,
  reconciliation_cases: BANK_FILES,
  registration_cases: BANK_FILES,
  release_statements: 'a document of the release, sealed',
  remittance_files: BANK_FILES,
  retailer_accounts: 'which of the lender’s accounts serves a retailer',
  retailer_proposals: 'proposals of terms by the command line: the terms have MACs',
  used_passkey_challenges: 'challenges that count no more',
  webhook_attempts: 'what an endpoint answered',
  webhook_days: 'how often an endpoint answered',
  webhook_lanes: 'which worker delivers to an endpoint',
  money_releases: 'written when people release money that is held: test/payouts/money-hold.test.ts',
}

/** Tables with amounts are tried in every scene that writes to them, the others in the first one. */
const hasAmounts = ({ columns }: TriedTable): boolean =>
  columns.some(({ name }) => name.endsWith('_centavos'))

/** The changes of one scene; tables that were tried elsewhere and hold no amounts are not tried again. */
export function planScene(tables: readonly TriedTable[], triedBefore: ReadonlySet<string>): Mutation[] {
  return tables
    .filter(table => !triedBefore.has(table.name) || (table.isOfPurchase && hasAmounts(table)))
    .flatMap(table =>
      table.rows
        .slice(0, triedBefore.has(table.name) ? 1 : 2)
        .flatMap(row => listMutations(table, row, table.other)),
    )
}
