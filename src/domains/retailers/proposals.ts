import { isSamePerson } from '../../brazil/person-name.ts'
import { InputError } from '../../kernel/faults.ts'
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
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Queryable, Statement } from '../../platform/db/database.ts'
import { changeTerms, findTerms } from './change-terms.ts'
import { computeTerms, type TermsChanges } from './terms.ts'
import type { TermsAuthor } from './terms-store.ts'

/** Proposed changes of a retailer, until another person has answered. */
export interface RetailerProposal {
  readonly id: string
  readonly retailerId: string
  readonly changes: TermsChanges
  readonly proposedBy: string
  readonly proposedAt: Date
}

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

const RETAILERS: ProposalKind<ProposalRow> = {
  mac: proposalMac,
  opens,
  isSamePerson,
  subject: 'this',
  listOpen: LIST_OPEN,
  lockOpen: LOCK_OPEN,
  answer: ANSWER,
}

/** Throws InputError when the changes could not be applied today. */
export async function proposeTerms(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  changes: TermsChanges,
  author: TermsAuthor,
): Promise<string> {
  const before = await findTerms(db, secrets, retailerId)
  if (before === undefined) throw new InputError(`there is no retailer ${retailerId}`)
  computeTerms(before, changes, author.at)
  const row = { ...openProposal(author), retailerId }
  const box = seal(secrets.sealing, composeContext(row.id), JSON.stringify(changes))
  const mac = proposalMac.compute(secrets, row)
  await db.run(INSERT, [row.id, retailerId, box, row.proposedBy, row.proposedAt, mac])
  return row.id
}

/** Forged ones by their ids. */
export async function listRetailerProposals(
  db: Queryable,
  secrets: Secrets,
): Promise<{ readonly proposals: RetailerProposal[]; readonly forgedIds: string[] }> {
  const { rows, forgedIds } = await listOpenProposals(db, secrets, RETAILERS)
  const proposals = rows.map(row => ({
    id: row.id,
    retailerId: row.retailerId,
    changes: openChanges(secrets, row),
    proposedBy: row.proposedBy,
    proposedAt: row.proposedAt,
  }))
  return { proposals, forgedIds }
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

const openChanges = (secrets: Secrets, { id, changesBox }: ProposalRow): TermsChanges =>
  JSON.parse(open(secrets.sealing, composeContext(id), changesBox).toString())

const composeContext = (id: string): string => `retailer_proposals.changes_box:${id}`

/**
 * Applies the proposal to today's terms, or declines it. Returns the retailer and its new version, none when
 * it was declined. Throws Refused.
 */
export async function answerRetailerProposal(
  database: Database,
  secrets: Secrets,
  id: string,
  answer: ProposalAnswer,
): Promise<{ readonly retailerId: string; readonly version: number | undefined }> {
  const { row, result } = await answerProposal(database, secrets, RETAILERS, id, answer, (tx, proposed) => {
    const author = { by: `${proposed.proposedBy}, ${answer.by}`, at: answer.at }
    return changeTerms(tx, secrets, proposed.retailerId, openChanges(secrets, proposed), author)
  })
  return { retailerId: row.retailerId, version: result }
}
