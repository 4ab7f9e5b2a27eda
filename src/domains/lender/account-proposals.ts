import { isSamePerson } from '../../brazil/person-name.ts'
import { Refused } from '../../kernel/faults.ts'
import {
  answerProposal,
  listOpenProposals,
  openProposal,
  PROPOSAL_COLUMNS,
  type Proposal,
  type ProposalAnswer,
  type ProposalKind,
} from '../../platform/crypto/proposals.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Queryable, Statement } from '../../platform/db/database.ts'
import { type AccountSettings, checkAccount, createAccount } from './accounts.ts'

/** A proposed account for receiving money, until another person has answered. */
export interface AccountProposal {
  readonly id: string
  readonly settings: AccountSettings
  readonly proposedBy: string
  readonly proposedAt: Date
}

interface ProposalRow extends Proposal {
  readonly settings: string
}

const INSERT: Statement = {
  name: 'account-proposals.insert',
  text: `INSERT INTO account_proposals (id, settings, proposed_by, proposed_at, mac) VALUES ($1, $2, $3, $4, $5)`,
}
const LIST_OPEN: Statement = {
  name: 'account-proposals.list-open',
  text: `SELECT p.settings, ${PROPOSAL_COLUMNS} FROM account_proposals p WHERE p.state = 'proposed' ORDER BY p.id`,
}
const LOCK_OPEN: Statement = {
  name: 'account-proposals.lock-open',
  text: `SELECT p.settings, ${PROPOSAL_COLUMNS} FROM account_proposals p WHERE p.id = $1 AND p.state = 'proposed' FOR UPDATE`,
}
const ANSWER: Statement = {
  name: 'account-proposals.answer',
  text: `UPDATE account_proposals SET state = $2, answered_by = $3, answered_at = $4, mac = $5 WHERE id = $1`,
}

const proposalMac = defineMac('account_proposals', (row: ProposalRow) => [
  row.id,
  row.settings,
  row.proposedBy,
  row.proposedAt,
  row.state,
  row.answeredBy,
  row.answeredAt,
])

const ACCOUNTS: ProposalKind<ProposalRow> = {
  mac: proposalMac,
  isSamePerson,
  subject: 'this account',
  listOpen: LIST_OPEN,
  lockOpen: LOCK_OPEN,
  answer: ANSWER,
}

/** Throws InputError when billets could not use the account. */
export async function proposeAccount(
  db: Queryable,
  secrets: Secrets,
  settings: AccountSettings,
  author: { readonly by: string; readonly at: Date },
): Promise<string> {
  checkAccount(settings)
  const row = { ...openProposal(author), settings: JSON.stringify(settings) }
  const mac = proposalMac.compute(secrets, row)
  await db.run(INSERT, [row.id, row.settings, row.proposedBy, row.proposedAt, mac])
  return row.id
}

/** Forged ones by their ids. */
export async function listAccountProposals(
  db: Queryable,
  secrets: Secrets,
): Promise<{ readonly proposals: AccountProposal[]; readonly forgedIds: string[] }> {
  const { rows, forgedIds } = await listOpenProposals(db, secrets, ACCOUNTS)
  const proposals = rows.map(({ id, settings, proposedBy, proposedAt }) => ({
    id,
    settings: JSON.parse(settings) as AccountSettings,
    proposedBy,
    proposedAt,
  }))
  return { proposals, forgedIds }
}

/**
 * Registers or declines the proposed account. Returns the id of the account; undefined when it was
 * declined. Throws Refused.
 */
export async function answerAccountProposal(
  database: Database,
  secrets: Secrets,
  id: string,
  answer: ProposalAnswer,
): Promise<string | undefined> {
  const { result } = await answerProposal(database, secrets, ACCOUNTS, id, answer, async (tx, row) => {
    const options = { now: answer.at, channel: 'file' } as const
    const accountId = await createAccount(tx, secrets, JSON.parse(row.settings) as AccountSettings, options)
    if (accountId === undefined) throw new Refused('this account is registered already')
    return accountId
  })
  return result
}
