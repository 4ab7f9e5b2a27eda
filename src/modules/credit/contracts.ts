import type { KeyObject } from 'node:crypto'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'

/* Two retailers that race for one person meet in the unique index: the later one waits, and then finds the place taken. */
const OPEN_CONTRACT: Statement = {
  name: 'credit.open-contract',
  text: `INSERT INTO credit_contracts (transaction_id, retailer_id, cpf_index, is_living, has_started)
    VALUES ($1, $2, $3, true, $4) ON CONFLICT (cpf_index) WHERE is_living DO NOTHING RETURNING transaction_id`,
}
const START_CONTRACT: Statement = {
  name: 'credit.start-contract',
  text: 'UPDATE credit_contracts SET has_started = true WHERE transaction_id = $1',
}
const END_CONTRACT: Statement = {
  name: 'credit.end-contract',
  text: 'UPDATE credit_contracts SET is_living = false WHERE transaction_id = $1',
}
const SELECT_APPROVAL: Statement = {
  name: 'credit.find-approval',
  text: `SELECT d.approved_limit_centavos AS "limitCentavos", d.policy_id AS "policyId", a.key_salt AS "keySalt",
      (SELECT true FROM credit_contracts c WHERE c.cpf_index = d.cpf_index AND c.has_started LIMIT 1) IS NOT NULL
        AS "hadContract"
    FROM credit_decisions d JOIN applicants a USING (cpf_index, retailer_id) WHERE d.id = $1`,
}

/* By the policy that the purchase was decided with: what was agreed then stays agreed. */
const SELECT_INVOICE_RULE: Statement = {
  name: 'credit.find-invoice-rule',
  text: `SELECT p.document #>> '{transfer,requiresInvoice}' AS "requiresInvoice"
    FROM credit_decisions d JOIN LATERAL (SELECT document FROM credit_policies WHERE id = d.policy_id) p ON true
    WHERE d.id = $1`,
}

/** What a decision allowed, and the key to what is known of the person. */
export interface Approval {
  readonly limitCentavos: Centavos
  readonly policyId: string
  readonly dataKey: KeyObject
  /** A contract of this person has started before, so that the registration fee was charged. */
  readonly hadContract: boolean
}

export async function findApproval(
  db: Queryable,
  secrets: Secrets,
  decisionId: string,
): Promise<Approval | undefined> {
  const [row] = await db.run<{
    limitCentavos: Centavos | null
    policyId: string
    keySalt: Buffer
    hadContract: boolean
  }>(SELECT_APPROVAL, [decisionId])
  if (row === undefined || row.limitCentavos === null) return undefined
  const { limitCentavos, policyId, keySalt, hadContract } = row
  return { limitCentavos, policyId, hadContract, dataKey: secrets.deriveDataKey(keySalt) }
}

/** Whether the retailer of a purchase decided so is paid only with a VALIDATED invoice. */
export async function requiresInvoice(db: Queryable, decisionId: string): Promise<boolean> {
  const [row] = await db.run<{ requiresInvoice: string | null }>(SELECT_INVOICE_RULE, [decisionId])
  return row?.requiresInvoice === 'true'
}

/** False when the person has a living contract already, here or at any other retailer. */
export async function openContract(
  tx: Transaction,
  contract: {
    readonly transactionId: string
    readonly retailerId: string
    readonly cpfIndex: Buffer
    readonly hasStarted: boolean
  },
): Promise<boolean> {
  const { transactionId, retailerId, cpfIndex, hasStarted } = contract
  return (await tx.run(OPEN_CONTRACT, [transactionId, retailerId, cpfIndex, hasStarted])).length === 1
}

/** From here on the person is no newcomer: the registration fee is lawful once. */
export function startContract(tx: Transaction, transactionId: string): Promise<unknown> {
  return tx.run(START_CONTRACT, [transactionId])
}

/** The person may buy again. */
export function endContract(tx: Transaction, transactionId: string): Promise<unknown> {
  return tx.run(END_CONTRACT, [transactionId])
}
