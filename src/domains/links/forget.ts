import type { Statement, Transaction } from '../../platform/db/database.ts'

const DELETE_VISITS: Statement = {
  name: 'payment-link-visits.forget',
  text: 'DELETE FROM payment_link_visits WHERE cpf_index = $1',
}
const FORGET_RECIPIENTS: Statement = {
  name: 'payment-link-messages.forget',
  text: `UPDATE payment_link_messages SET to_box = NULL
    WHERE link_id IN (SELECT id FROM payment_links WHERE cpf_index = $1 OR transaction_id = ANY ($2))`,
}
const FORGET_EXPECTED: Statement = {
  name: 'payment-links.forget',
  text: `UPDATE payment_links SET key_salt = NULL, customer_box = NULL, cpf_index = NULL
    WHERE cpf_index = $1 OR transaction_id = ANY ($2)`,
}

/** Who a link was meant for, who visited it and whom messages went to; what was sold, and by whom, stays. */
export function forgetVisitor(tx: Transaction, cpfIndex: Buffer, transactionIds: readonly string[]): void {
  tx.send(DELETE_VISITS, [cpfIndex])
  tx.send(FORGET_RECIPIENTS, [cpfIndex, transactionIds])
  tx.send(FORGET_EXPECTED, [cpfIndex, transactionIds])
}
