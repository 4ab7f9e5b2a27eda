import type { Centavos } from '../../kernel/money.ts'
import type { BoxKeys } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { findBrokenConstraint } from '../../platform/db/database-errors.ts'
import { findByRows, type RowStatement, sendRows } from '../../platform/db/row-statement.ts'

const ONE_LIVING_PER_SLOT = 'credit_contracts_one_living_per_slot'

/* Sorted, so that two lists cannot deadlock. */
const LOCK_PERSONS: RowStatement<NewContract> = {
  name: 'credit.lock-persons',
  columns: { cpfIndex: 'bytea' },
  text: `SELECT pg_advisory_xact_lock(hashtext('credit'), person)
    FROM (SELECT DISTINCT hashtext(encode(cpf_index, 'hex')) AS person FROM rows ORDER BY 1) persons`,
}
/*
 * Two retailers that compete for one person wait for each other; the later one counts the contract of the other. A
 * contract that is one too many, or lends too much, is given the slot of another, which the unique index refuses.
 */
const OPEN_CONTRACTS: RowStatement<NewContract> = {
  name: 'credit.open-contracts',
  columns: {
    transactionId: 'text',
    retailerId: 'text',
    cpfIndex: 'bytea',
    hasStarted: 'boolean',
    financedCentavos: 'bigint',
    mostContracts: 'integer',
    mostFinancedCentavos: 'bigint',
  },
  text: `INSERT INTO credit_contracts
      (transaction_id, retailer_id, cpf_index, is_living, has_started, slot, financed_centavos)
    SELECT r.transaction_id, r.retailer_id, r.cpf_index, true, r.has_started,
      CASE WHEN l.contracts = 0 OR l.contracts < r.most_contracts
          AND (r.most_financed_centavos IS NULL OR l.financed + r.financed_centavos <= r.most_financed_centavos)
        THEN (SELECT min(s.free) FROM generate_series(1, l.contracts + 1) s (free)
          WHERE NOT EXISTS (SELECT FROM credit_contracts k
            WHERE k.cpf_index = r.cpf_index AND k.is_living AND k.slot = s.free))
        ELSE l.taken END,
      r.financed_centavos
    FROM rows r CROSS JOIN LATERAL (
      SELECT count(*)::integer AS contracts, coalesce(sum(c.financed_centavos), 0) AS financed, min(c.slot) AS taken
      FROM credit_contracts c WHERE c.cpf_index = r.cpf_index AND c.is_living) l
    ORDER BY r.cpf_index`,
}
/* The contract whose debt it is about lives on: the person has one, not two. */
const ADD_AGREEMENT: Statement = {
  name: 'credit.add-agreement',
  text: `INSERT INTO credit_contracts (transaction_id, retailer_id, cpf_index, is_living, has_started)
    VALUES ($1, $2, $3, false, false)`,
}
const START_CONTRACT: Statement = {
  name: 'credit.start-contract',
  text: 'UPDATE credit_contracts SET has_started = true WHERE transaction_id = $1',
}
const END_CONTRACT: Statement = {
  name: 'credit.end-contract',
  text: 'UPDATE credit_contracts SET is_living = false WHERE transaction_id = $1',
}
const FIND_LIVING: Statement = {
  name: 'credit.find-living-contract',
  text: `SELECT transaction_id FROM credit_contracts
    WHERE cpf_index = $2 AND is_living AND retailer_id = $1`,
}
const LIST_SIBLINGS: Statement = {
  name: 'credit.list-sibling-contracts',
  text: `SELECT a.transaction_id, b.transaction_id AS sibling_id
    FROM credit_contracts a JOIN credit_contracts b ON b.cpf_index = a.cpf_index AND b.transaction_id <> a.transaction_id
    WHERE a.transaction_id = ANY ($1::text[])`,
}
/* The LIMITs force a key look-up per row, whatever statistics the planner has. */
const SELECT_APPROVALS: RowStatement<{ readonly id: string }> = {
  name: 'credit.find-approvals',
  columns: { at: 'integer', id: 'text' },
  text: `SELECT r.at, d.* FROM rows r CROSS JOIN LATERAL (
      SELECT c.approved_limit_centavos AS limit_centavos, c.policy_id,
        (SELECT a.key_salt FROM applicants a WHERE a.cpf_index = c.cpf_index AND a.retailer_id = c.retailer_id LIMIT 1)
          AS key_salt,
        (SELECT true FROM credit_contracts k WHERE k.cpf_index = c.cpf_index AND k.has_started LIMIT 1) IS NOT NULL
          AS had_contract
      FROM credit_decisions c WHERE c.id = r.id LIMIT 1) d`,
}

/** What a decision allowed, and the salt of the key to the person's data. */
export interface Approval {
  readonly limitCentavos: Centavos
  readonly policyId: string
  readonly dataKey: BoxKeys
  /** A contract of this person started before, so the registration fee was already charged. */
  readonly hadContract: boolean
}

interface ApprovalRow {
  readonly limitCentavos: Centavos | null
  readonly policyId: string
  /** Null once the person was forgotten. */
  readonly keySalt: Buffer | null
  readonly hadContract: boolean
}

/** In the order of the decisions; refusals are left out. */
export async function findApprovals(
  db: Queryable,
  secrets: Secrets,
  decisionIds: readonly string[],
): Promise<(Approval | undefined)[]> {
  const rows = await findByRows<ApprovalRow, { readonly id: string }>(
    db,
    SELECT_APPROVALS,
    decisionIds.map(id => ({ id })),
  )
  return rows.map(row => {
    if (row === undefined || row.limitCentavos === null || row.keySalt === null) return undefined
    const { limitCentavos, policyId, keySalt, hadContract } = row
    return { limitCentavos, policyId, hadContract, dataKey: secrets.deriveDataKey(keySalt) }
  })
}

interface NewContract {
  readonly transactionId: string
  readonly retailerId: string
  readonly cpfIndex: Buffer
  readonly hasStarted: boolean
  readonly financedCentavos: Centavos
  /** At any retailer, this one included. */
  readonly mostContracts: number
  /** Under all of them; null: the number alone counts. */
  readonly mostFinancedCentavos: Centavos | null
}

/**
 * Fails when one of the persons would have more living contracts at all retailers, or owe more, than the policy allows;
 * `isContractInProgress` recognises the error.
 */
export function openContracts(tx: Transaction, contracts: readonly NewContract[]): void {
  // A statement of its own: the next one then sees what was committed while this one waited.
  sendRows(tx, LOCK_PERSONS, contracts)
  sendRows(tx, OPEN_CONTRACTS, contracts)
}

/** An agreement belongs to the person, beside the contract that it is about. */
export function addAgreement(
  tx: Transaction,
  agreement: Pick<NewContract, 'transactionId' | 'retailerId' | 'cpfIndex'>,
): void {
  tx.send(ADD_AGREEMENT, [agreement.transactionId, agreement.retailerId, agreement.cpfIndex])
}

export function isContractInProgress(error: unknown): boolean {
  return findBrokenConstraint(error) === ONE_LIVING_PER_SLOT
}

/** The transaction of this person's living contract with this retailer; one with another retailer stays unknown. */
export async function findLivingContract(
  db: Queryable,
  retailerId: string,
  cpfIndex: Buffer,
): Promise<string | undefined> {
  return (await db.run<{ transactionId: string }>(FIND_LIVING, [retailerId, cpfIndex]))[0]?.transactionId
}

/** Other contracts and agreements of the same persons, also those that never started or have ended. */
export function listSiblingContracts(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<{ readonly transactionId: string; readonly siblingId: string }[]> {
  return db.run(LIST_SIBLINGS, [transactionIds])
}

/** From now on the person is not a new customer: the registration fee is lawful once. */
export function startContract(tx: Transaction, transactionId: string): void {
  tx.send(START_CONTRACT, [transactionId])
}

/** The person may buy again. */
export function endContract(tx: Transaction, transactionId: string): void {
  tx.send(END_CONTRACT, [transactionId])
}

/* The program may not remove decisions: a function of the database's owner does, and decides which. */
const REMOVE: Statement = {
  name: 'credit.remove-unbought',
  text: 'SELECT looked_at, removed FROM remove_unbought_decisions($1)',
}

const STEP = 1_000
/** After this time the rest waits for the next run. */
const LONGEST_MS = 45_000

/**
 * Removes approvals older than 31 days that led to no contract, in steps that hold no lock for long. Each step is
 * stored as it is made, so that it can be cut off at any time. Returns how many.
 */
export async function removeUnboughtDecisions(
  db: Queryable,
  { step = STEP, longestMs = LONGEST_MS }: { readonly step?: number; readonly longestMs?: number } = {},
): Promise<number> {
  const endsAt = performance.now() + longestMs
  let removed = 0
  while (performance.now() < endsAt) {
    const [done] = await db.run<{ lookedAt: number; removed: number }>(REMOVE, [step])
    removed += done?.removed ?? 0
    if (done === undefined || done.lookedAt < step) break
  }
  return removed
}

const LIST_CONTRACTS: Statement = {
  name: 'credit.list-contracts-of',
  text: `SELECT transaction_id, retailer_id, is_living
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

interface ContractOf {
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
