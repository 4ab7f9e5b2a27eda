import { isSamePerson } from '../../brazil/person-name.ts'
import { newId } from '../../kernel/ids.ts'
import { computeRowMac, isRowGenuine, type MacField } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Queryable, Statement } from '../../platform/db/database.ts'
import { changeTerms, findTerms } from './change-terms.ts'
import { TermsError } from './payee.ts'
import { computeTerms, type TermsChanges } from './terms.ts'
import type { TermsAuthor } from './terms-store.ts'

/** Changes of a retailer that somebody wants, until another person has answered. */
export interface RetailerProposal {
  readonly id: string
  readonly retailerId: string
  readonly changes: TermsChanges
  readonly proposedBy: string
  readonly proposedAt: Date
}

interface ProposalRow extends Omit<RetailerProposal, 'changes'> {
  readonly changesBox: Buffer
  readonly state: 'proposed' | 'approved' | 'declined'
  readonly answeredBy: string | null
  readonly answeredAt: Date | null
  readonly mac: Buffer
}

const COLUMNS = `p.id, p.retailer_id AS "retailerId", p.changes_box AS "changesBox", p.proposed_by AS "proposedBy",
  p.proposed_at AS "proposedAt", p.state, p.answered_by AS "answeredBy", p.answered_at AS "answeredAt", p.mac`

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
const listFields = (row: Omit<ProposalRow, 'changesBox' | 'mac'>): MacField[] => [
  row.id,
  row.retailerId,
  row.proposedBy,
  row.proposedAt,
  row.state,
  row.answeredBy,
  row.answeredAt,
]
const composeContext = (id: string): string => `retailer_proposals.changes_box:${id}`

/** Throws TermsError when the changes could not be applied today. */
export async function proposeTerms(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  changes: TermsChanges,
  { by, at }: TermsAuthor,
): Promise<string> {
  const before = await findTerms(db, secrets, retailerId)
  if (before === undefined) throw new TermsError(undefined, `there is no retailer ${retailerId}`)
  computeTerms(before, changes, at)
  const id = newId(at.getTime())
  const row = {
    id,
    retailerId,
    proposedBy: by,
    proposedAt: at,
    state: 'proposed',
    answeredBy: null,
    answeredAt: null,
  } as const
  const box = seal(secrets.sealing, composeContext(id), JSON.stringify(changes))
  const mac = computeRowMac(secrets, 'retailer_proposals', listFields(row))
  await db.run(INSERT, [id, retailerId, box, by, at, mac])
  return id
}

/** Forged ones by their ids. */
export async function listRetailerProposals(
  db: Queryable,
  secrets: Secrets,
): Promise<{ readonly proposals: RetailerProposal[]; readonly forgedIds: string[] }> {
  const rows = await db.run<ProposalRow>(LIST_OPEN, [])
  return {
    proposals: rows
      .filter(row => isGenuine(secrets, row))
      .map(row => ({
        id: row.id,
        retailerId: row.retailerId,
        changes: openChanges(secrets, row),
        proposedBy: row.proposedBy,
        proposedAt: row.proposedAt,
      })),
    forgedIds: rows.filter(row => !isGenuine(secrets, row)).map(({ id }) => id),
  }
}

const isGenuine = (secrets: Secrets, row: ProposalRow): boolean =>
  isRowGenuine(secrets, 'retailer_proposals', listFields(row), row.mac) && opens(secrets, row)

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

/**
 * Applies what was proposed to the terms of today, or lets it drop. Returns the retailer and its new version, none when
 * it was declined. Nobody approves what they proposed themselves.
 */
export function answerRetailerProposal(
  database: Database,
  secrets: Secrets,
  id: string,
  answer: TermsAuthor & { readonly isApproved: boolean },
): Promise<{ readonly retailerId: string; readonly version: number | undefined }> {
  const { by, at, isApproved } = answer
  return database.transaction(async tx => {
    const [row] = await tx.run<ProposalRow>(LOCK_OPEN, [id])
    if (row === undefined) throw new TermsError(undefined, `there is no open proposal ${id}`)
    const { retailerId } = row
    const state = isApproved ? 'approved' : 'declined'
    const ended = { ...row, state, answeredBy: by, answeredAt: at } as const
    // Declining does not make a forged row genuine.
    const mac = isGenuine(secrets, row)
      ? computeRowMac(secrets, 'retailer_proposals', listFields(ended))
      : row.mac
    await tx.run(ANSWER, [id, state, by, at, mac])
    if (!isApproved) return { retailerId, version: undefined }
    if (!isGenuine(secrets, row))
      throw new TermsError(undefined, `proposal ${id} was changed outside the program: decline it`)
    if (isSamePerson(row.proposedBy, by))
      throw new TermsError(undefined, `${row.proposedBy} proposed this: another person approves it`)
    const author = { by: `${row.proposedBy}, ${by}`, at }
    return {
      retailerId,
      version: await changeTerms(tx, secrets, retailerId, openChanges(secrets, row), author),
    }
  })
}
