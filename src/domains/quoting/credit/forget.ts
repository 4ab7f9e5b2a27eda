import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'

const LIST_CONTRACTS: Statement = {
  name: 'credit.list-contracts-of',
  text: `SELECT transaction_id AS "transactionId", retailer_id AS "retailerId", is_living AS "isLiving"
    FROM credit_contracts WHERE cpf_index = $1 ORDER BY transaction_id`,
}
/* Evaluations lock this row: a concurrent one waits, and then finds no applicant. */
const DELETE_APPLICANTS: Statement = {
  name: 'credit.forget-applicants',
  text: 'DELETE FROM applicants WHERE cpf_index = $1 RETURNING retailer_id',
}
const DELETE_PHONE_USES: Statement = {
  name: 'credit.forget-phone-uses',
  text: 'DELETE FROM phone_uses WHERE phone_index = ANY ($2) AND cpf_index = $1',
}

export interface ContractOf {
  readonly transactionId: string
  readonly retailerId: string
  readonly isLiving: boolean
}

/** All contracts that a person ever had, with any retailer. */
export function listContractsOf(db: Queryable, cpfIndex: Buffer): Promise<ContractOf[]> {
  return db.run<ContractOf>(LIST_CONTRACTS, [cpfIndex])
}

/**
 * Without the salts the decisions and checkouts of the person can no longer be decrypted. Returns how many retailers
 * knew the person.
 */
export async function forgetApplicant(
  tx: Transaction,
  cpfIndex: Buffer,
  phoneIndexes: readonly Buffer[],
): Promise<number> {
  const [retailers] = await Promise.all([
    tx.run(DELETE_APPLICANTS, [cpfIndex]),
    tx.run(DELETE_PHONE_USES, [cpfIndex, phoneIndexes]),
  ])
  return retailers.length
}
