import { composeKeyContext } from '../files/file-keys.ts'

/** A column that holds boxes, and what it takes to open one. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The primary key. */
  readonly key: readonly string[]
  /** What the box is bound to, from the values of the primary key as text. */
  readonly composeContext: (...key: string[]) => string
  /** The salt of the person, an expression over the row `t`; records that are about nobody have none. */
  readonly salt?: string
  /** Null stands for the key that derives from the first data key and the salt. */
  readonly isFileKey?: true
}

const OWN_SALT = 't.key_salt'
const SALT_OF_APPLICANT =
  '(SELECT a.key_salt FROM applicants a WHERE a.cpf_index = t.cpf_index AND a.retailer_id = t.retailer_id)'
const saltOfOnboarding = (column: string): string =>
  `(SELECT o.key_salt FROM onboardings o WHERE o.transaction_id = t.${column})`

/** Every column that holds boxes. Messages that wait in the queue of jobs are boxes too, inside the job. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ofPerson('billet_payers', 'payer', OWN_SALT, { key: ['transaction_id'] }),
  ofRecord('billets', 'token_box', { name: 'token' }),
  ofRecord('assignments', 'box'),
  ofPerson('bought_checkouts', 'details', SALT_OF_APPLICANT, {
    composeContext: id => `checkouts.details:${id}`,
  }),
  ofPerson('checkouts', 'details', SALT_OF_APPLICANT),
  ofRecord('compliance_cases', 'box'),
  ofRecord('connector_accounts', 'keys_box'),
  ofRecord('connector_endpoints', 'secret_box', { key: ['account_id'] }),
  ofRecord('connector_payments', 'box'),
  ofPerson('credit_decisions', 'record', SALT_OF_APPLICANT),
  ofRecord('customer_emails', 'box', { key: ['transaction_id'] }),
  ofRecord('customer_requests', 'answer_box'),
  ofRecord('customer_requests', 'box'),
  ofRecord('desk_decisions', 'answer_reason'),
  ofRecord('desk_decisions', 'reason'),
  {
    table: 'file_keys',
    column: 'key_box',
    key: ['name'],
    composeContext: composeKeyContext,
    isFileKey: true,
  },
  ofRecord('funds', 'payee_box'),
  {
    table: 'idempotency_keys',
    column: 'answer',
    key: ['retailer_id', 'key_hash'],
    composeContext: (retailerId, keyHash = '') => `idempotency:${retailerId}:${keyHash.replace('\\x', '')}`,
  },
  ofPerson('identity_analyses', 'box', saltOfOnboarding('root_id'), { key: ['root_id'] }),
  ofRecord('messages', 'box'),
  ofPerson('onboarding_consents', 'origin_box', saltOfOnboarding('root_id'), {
    key: ['root_id', 'subject'],
    composeContext: rootId => `onboarding_consents.origin:${rootId}`,
  }),
  ofPerson('onboarding_documents', 'box', saltOfOnboarding('root_id')),
  ofRecord('operator_passkeys', 'label'),
  ofRecord('operators', 'profile'),
  ofRecord('operators', 'totp_secret', { name: 'totp' }),
  ofRecord('payment_link_messages', 'to_box'),
  ofRecord('payment_link_visits', 'offer_box'),
  ofPerson('payment_link_visits', 'person_box', OWN_SALT),
  ofPerson('payment_links', 'customer_box', OWN_SALT),
  ofRecord('payment_links', 'details'),
  ofRecord('payment_links', 'seller_box'),
  ofRecord('payment_links', 'token_box'),
  {
    table: 'payout_files',
    column: 'box',
    key: ['account_id', 'file_sequence'],
    composeContext: (accountId, fileSequence) => `payout_files.box:${accountId}:${fileSequence}`,
  },
  ofRecord('payout_orders', 'payee_box'),
  ofPerson('picture_requests', 'reason_box', saltOfOnboarding('root_id'), { name: 'reason' }),
  {
    table: 'psp_charge_revisions',
    column: 'body_box',
    key: ['txid', 'revision'],
    composeContext: (txid, revision) => `psp_charge_revisions.body_box:${txid}:${revision}`,
  },
  ofRecord('retailer_proposals', 'changes_box'),
  {
    table: 'retailer_terms',
    column: 'payee_box',
    key: ['retailer_id', 'version'],
    composeContext: (retailerId, version) => `retailer_terms.payee_box:${retailerId}:${version}`,
  },
  {
    table: 'screening_entries',
    column: 'box',
    key: ['list_id', 'position'],
    composeContext: (listId, position) => `screening_entries.box:${listId}:${position}`,
  },
  ofPerson('signatures', 'origin_box', saltOfOnboarding('transaction_id'), {
    key: ['transaction_id'],
    name: 'origin',
  }),
  ...(['agreement', 'pdf', 'statement'] as const).map(name =>
    ofPerson('signed_contracts', `${name}_box`, OWN_SALT, { key: ['transaction_id'], name }),
  ),
  ofRecord('staff_invitations', 'email_box'),
  ofRecord('staff_passkeys', 'label'),
  ofRecord('staff_people', 'profile'),
  ofRecord('staff_people', 'totp_secret', { name: 'totp' }),
  ofRecord('special_cases', 'contact'),
  ofRecord('special_cases', 'note'),
  ofRecord('store_endpoints', 'secret_box', { key: ['url'] }),
  ofPerson('transactions', 'details', OWN_SALT),
  ofPerson('transactions', 'refund_account', OWN_SALT),
  ofRecord('transactions', 'token_box', { name: 'token' }),
  ofRecord('webhook_attempts', 'answer', {
    key: ['endpoint_id', 'event_id', 'number'],
    composeContext: (endpointId, eventId) => `webhook_attempts.answer:${endpointId}:${eventId}`,
  }),
  ofRecord('webhook_attempts', 'headers_box', {
    key: ['endpoint_id', 'event_id', 'number'],
    composeContext: (endpointId, eventId) => `webhook_attempts.headers:${endpointId}:${eventId}`,
  }),
  ofRecord('webhook_endpoints', 'previous_secret', { name: 'secret' }),
  ofRecord('webhook_endpoints', 'secret'),
]

interface Differences extends Partial<Pick<SealedColumn, 'key' | 'composeContext'>> {
  /** In the context, if it is not the name of the column. */
  readonly name?: string
}

function ofRecord(table: string, column: string, differences: Differences = {}): SealedColumn {
  const { name = column, ...rest } = differences
  return { table, column, key: ['id'], composeContext: id => `${table}.${name}:${id}`, ...rest }
}

function ofPerson(table: string, column: string, salt: string, differences?: Differences): SealedColumn {
  return { ...ofRecord(table, column, differences), salt }
}
