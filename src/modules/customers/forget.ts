import type { Statement, Transaction } from '../../platform/db/database.ts'

const TABLES = ['customer_challenges', 'customer_emails', 'customer_requests', 'customer_sessions']
const FORGET: readonly Statement[] = TABLES.map(table => ({
  name: `${table.replace('_', '-')}.forget`,
  text: `DELETE FROM ${table} WHERE cpf_index = $1`,
}))

/** Devices are signed out; what the person asked for goes with the rest. */
export function forgetCustomerArea(tx: Transaction, cpfIndex: Buffer): void {
  for (const statement of FORGET) tx.send(statement, [cpfIndex])
}
