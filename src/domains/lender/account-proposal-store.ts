import { isSamePerson } from '../../brazil/person-name.ts'
import { PROPOSAL_COLUMNS, type Proposal, type ProposalKind } from '../../platform/crypto/proposals.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'

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

export const ACCOUNTS: ProposalKind<ProposalRow> = {
  mac: proposalMac,
  isSamePerson,
  subject: 'this account',
  listOpen: LIST_OPEN,
  lockOpen: LOCK_OPEN,
  answer: ANSWER,
}

export async function insertProposal(db: Queryable, secrets: Secrets, row: ProposalRow): Promise<void> {
  const mac = proposalMac.compute(secrets, row)
  await db.run(INSERT, [row.id, row.settings, row.proposedBy, row.proposedAt, mac])
}
