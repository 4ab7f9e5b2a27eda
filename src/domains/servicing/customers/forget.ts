import type { Statement, Transaction } from '../../../platform/db/database.ts'

const FORGET_EMAILS: Statement = {
  name: 'customer-emails.forget',
  text: 'DELETE FROM customer_emails WHERE cpf_index = $1',
}
const FORGET_REQUESTS: Statement = {
  name: 'customer-requests.forget',
  text: 'DELETE FROM customer_requests WHERE cpf_index = $1',
}
const FORGET_SESSIONS: Statement = {
  name: 'customer-sessions.forget',
  text: 'DELETE FROM customer_sessions WHERE cpf_index = $1',
}

/** Devices are signed out; what the person asked for goes with the rest. */
export function forgetCustomerArea(tx: Transaction, cpfIndex: Buffer): void {
  for (const statement of [FORGET_EMAILS, FORGET_REQUESTS, FORGET_SESSIONS]) tx.send(statement, [cpfIndex])
}
