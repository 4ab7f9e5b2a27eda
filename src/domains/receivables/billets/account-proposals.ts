import { isSamePerson } from '../../../brazil/person-name.ts'
import { newId } from '../../../kernel/ids.ts'
import { computeRowMac, isRowGenuine, type MacField } from '../../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Database, Queryable, Statement } from '../../../platform/db/database.ts'
import { AccountError, type AccountSettings, checkAccount, createAccount } from './accounts.ts'

/** An account that somebody wants to receive money on, until another person has answered. */
export interface AccountProposal {
  readonly id: string
  readonly settings: AccountSettings
  readonly proposedBy: string
  readonly proposedAt: Date
}

interface ProposalRow extends Omit<AccountProposal, 'settings'> {
  readonly settings: string
  readonly state: 'proposed' | 'approved' | 'declined'
  readonly answeredBy: string | null
  readonly answeredAt: Date | null
  readonly mac: Buffer
}

const COLUMNS = `p.id, p.settings, p.proposed_by AS "proposedBy", p.proposed_at AS "proposedAt", p.state,
  p.answered_by AS "answeredBy", p.answered_at AS "answeredAt", p.mac`

const INSERT: Statement = {
  name: 'account-proposals.insert',
  text: `INSERT INTO account_proposals (id, settings, proposed_by, proposed_at, mac) VALUES ($1, $2, $3, $4, $5)`,
}
const LIST_OPEN: Statement = {
  name: 'account-proposals.list-open',
  text: `SELECT ${COLUMNS} FROM account_proposals p WHERE p.state = 'proposed' ORDER BY p.id`,
}
const LOCK_OPEN: Statement = {
  name: 'account-proposals.lock-open',
  text: `SELECT ${COLUMNS} FROM account_proposals p WHERE p.id = $1 AND p.state = 'proposed' FOR UPDATE`,
}
const ANSWER: Statement = {
  name: 'account-proposals.answer',
  text: `UPDATE account_proposals SET state = $2, answered_by = $3, answered_at = $4, mac = $5 WHERE id = $1`,
}

const listFields = (row: Omit<ProposalRow, 'mac'>): MacField[] => [
  row.id,
  row.settings,
  row.proposedBy,
  row.proposedAt,
  row.state,
  row.answeredBy,
  row.answeredAt,
]

/** Throws BoletoError or AccountError when billets could not use the account. */
export async function proposeAccount(
  db: Queryable,
  secrets: Secrets,
  settings: AccountSettings,
  proposed: { readonly by: string; readonly at: Date },
): Promise<string> {
  checkAccount(settings)
  const id = newId(proposed.at.getTime())
  const row = {
    id,
    settings: JSON.stringify(settings),
    proposedBy: proposed.by,
    proposedAt: proposed.at,
    state: 'proposed',
    answeredBy: null,
    answeredAt: null,
  } as const
  const mac = computeRowMac(secrets, 'account_proposals', listFields(row))
  await db.run(INSERT, [id, row.settings, row.proposedBy, row.proposedAt, mac])
  return id
}

/** Forged ones by their ids. */
export async function listAccountProposals(
  db: Queryable,
  secrets: Secrets,
): Promise<{ readonly proposals: AccountProposal[]; readonly forgedIds: string[] }> {
  const rows = await db.run<ProposalRow>(LIST_OPEN, [])
  return {
    proposals: rows.filter(row => isGenuine(secrets, row)).map(toProposal),
    forgedIds: rows.filter(row => !isGenuine(secrets, row)).map(({ id }) => id),
  }
}

const isGenuine = (secrets: Secrets, row: ProposalRow): boolean =>
  isRowGenuine(secrets, 'account_proposals', listFields(row), row.mac)

/**
 * Registers the proposed account, or lets the proposal drop. Returns the id of the account; undefined when it was
 * declined. Nobody approves what they proposed themselves.
 */
export function answerAccountProposal(
  database: Database,
  secrets: Secrets,
  id: string,
  answer: {
    readonly by: string
    readonly at: Date
    readonly isApproved: boolean
  },
): Promise<string | undefined> {
  return database.transaction(async tx => {
    const [row] = await tx.run<ProposalRow>(LOCK_OPEN, [id])
    if (row === undefined) throw new AccountError(`there is no open proposal ${id}`)
    const { by: answeredBy, at: answeredAt, isApproved } = answer
    if (isApproved) {
      if (!isGenuine(secrets, row))
        throw new AccountError(`proposal ${id} was changed outside the program: decline it`)
      if (isSamePerson(row.proposedBy, answeredBy))
        throw new AccountError(`${row.proposedBy} proposed this account: another person approves it`)
    }
    const state = isApproved ? 'approved' : 'declined'
    const ended = { ...row, state, answeredBy, answeredAt } as const
    // Declining does not make a forged row genuine.
    const mac = isGenuine(secrets, row)
      ? computeRowMac(secrets, 'account_proposals', listFields(ended))
      : row.mac
    await tx.run(ANSWER, [id, state, answeredBy, answeredAt, mac])
    if (!isApproved) return undefined
    const options = { now: answer.at, channel: 'file' } as const
    const accountId = await createAccount(tx, secrets, toProposal(row).settings, options)
    if (accountId === undefined) throw new AccountError('this account is registered already')
    return accountId
  })
}

const toProposal = ({ id, settings, proposedBy, proposedAt }: ProposalRow): AccountProposal => ({
  id,
  settings: JSON.parse(settings),
  proposedBy,
  proposedAt,
})
