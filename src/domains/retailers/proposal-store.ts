import { isSamePerson } from '../../brazil/person-name.ts'
import { PROPOSAL_COLUMNS, type Proposal, type ProposalKind } from '../../platform/crypto/proposals.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import type { TermsChanges } from './terms.ts'

interface ProposalRow extends Proposal {
  readonly retailerId: string
  readonly changesBox: Buffer
}

const COLUMNS = `p.retailer_id, p.changes_box, ${PROPOSAL_COLUMNS}`

const INSERT: Statement = {
  name: 'retailer-proposals.insert',
  text: `INSERT INTO retailer_proposals (id, retailer_id, changes_box, proposed_by, proposed_at, mac)
    VALUES ($1, $2, $3, $4, $5, $6)`,
}

const LIST_OPEN: Statement = {
  name: 'retailer-proposals.list-open',
  text: `SELECT ${COLUMNS} FROM retailer_proposals p WHERE p.state = 'proposed' ORDER BY p.id`,
}

const LOCK_OPEN: Statement = {
  name: 'retailer-proposals.lock-open',
  text: `SELECT ${COLUMNS} FROM retailer_proposals p WHERE p.id = $1 AND p.state = 'proposed' FOR UPDATE`,
}

const ANSWER: Statement = {
  name: 'retailer-proposals.answer',
  text: 'UPDATE retailer_proposals SET state = $2, answered_by = $3, answered_at = $4, mac = $5 WHERE id = $1',
}

/** The changes are sealed for this id, so that no others can be put in their place. */
const proposalMac = defineMac('retailer_proposals', (row: Omit<ProposalRow, 'changesBox'>) => [
  row.id,
  row.retailerId,
  row.proposedBy,
  row.proposedAt,
  row.state,
  row.answeredBy,
  row.answeredAt,
])

export const RETAILERS: ProposalKind<ProposalRow> = {
  mac: proposalMac,
  opens,
  isSamePerson,
  subject: 'this',
  listOpen: LIST_OPEN,
  lockOpen: LOCK_OPEN,
  answer: ANSWER,
}

/** False for the box of another proposal. */
function opens(secrets: Secrets, row: ProposalRow): boolean {
  try {
    openChanges(secrets, row)
    return true
  } catch {
    return false
  }
}

export const openChanges = (secrets: Secrets, { id, changesBox }: ProposalRow): TermsChanges =>
  JSON.parse(open(secrets.sealing, composeContext(id), changesBox).toString())

const composeContext = (id: string): string => `retailer_proposals.changes_box:${id}`

export async function insertProposal(
  db: Queryable,
  secrets: Secrets,
  row: Omit<ProposalRow, 'changesBox'>,
  changes: TermsChanges,
): Promise<void> {
  const box = seal(secrets.sealing, composeContext(row.id), JSON.stringify(changes))
  const mac = proposalMac.compute(secrets, row)
  await db.run(INSERT, [row.id, row.retailerId, box, row.proposedBy, row.proposedAt, mac])
}
