import type { App } from '../../app/app.ts'
import { maskCpf } from '../../brazil/cpf.ts'
import type { ComplianceFinding } from '../../contract/desk-compliance.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { newId } from '../../kernel/ids.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Purchase } from '../purchases/index.ts'
import { insertCase, listCasesAboutLists, type NewCase } from './cases/case-store.ts'
import { findCandidates, type ListedEntry, listLists, type ScreeningList } from './lists/list-store.ts'
import { composeNameKey, isMatch, pickShownDigits, type ScreenedPerson } from './lists/match.ts'

export type ScreenedPurchase = Pick<Purchase, 'id' | 'cpfIndex' | 'customer' | 'decisionId'>

/**
 * Compares a customer with the lists in use and opens a case for each match. True when a person has to look before the
 * purchase may go on: nobody is refused for being on a list.
 */
export async function screenCustomer(
  app: App,
  purchase: ScreenedPurchase,
  documentName?: string,
): Promise<boolean> {
  const { database, secrets } = app
  const lists = (await listLists(database, secrets)).filter(({ replacedAt }) => replacedAt === null)
  await screenAgainst(app, lists, purchase, documentName)
  return isHeld(database, secrets, purchase.cpfIndex)
}

/** Returns how many cases were opened. */
export async function screenAgainst(
  app: App,
  lists: readonly ScreeningList[],
  purchase: ScreenedPurchase,
  documentName?: string,
): Promise<number> {
  if (lists.length === 0) return 0
  const { database, secrets, clock, credit } = app
  const now = clock.now()
  const { cpf, name } = purchase.customer
  const report = await credit.findReport(purchase.decisionId)
  const names = [name, report?.name, documentName].filter(each => each !== undefined)
  const person = { cpf, names, birthDate: report?.birthDate }
  const candidates = await findCandidates(
    database,
    secrets,
    lists.map(({ id }) => id),
    { cpf, digits: pickShownDigits(cpf), nameKeys: names.map(composeNameKey) },
  )
  const today = calendarDateAt(now)
  const found = candidates.filter(entry => isMatch(entry, person, today))
  if (found.length === 0) return 0
  const cases = found.flatMap(entry => {
    const list = lists.find(({ id }) => id === entry.listId)
    return list === undefined ? [] : [composeCase(secrets, purchase, { person, list, entry }, now)]
  })
  return database.transaction(async tx => {
    let opened = 0
    for (const each of cases) if (await insertCase(tx, secrets, each)) opened += 1
    return opened
  })
}

interface Match {
  readonly person: ScreenedPerson
  readonly list: ScreeningList
  readonly entry: ListedEntry
}

/** Several offices of one politician are one case, and so is the same entry in a newer list. */
function composeCase(
  secrets: Secrets,
  { id: transactionId, cpfIndex }: ScreenedPurchase,
  { person, list, entry }: Match,
  now: Date,
): NewCase {
  const { name, digits, cpf, birthDate } = entry
  const identity = [list.kind, list.source, composeNameKey(name), digits, cpf, birthDate]
  return {
    id: newId(now.getTime()),
    kind: list.kind,
    cpfIndex,
    transactionId,
    about: secrets.computeBlindIndex('listed-name', JSON.stringify(identity)).toString('hex'),
    openedAt: now,
    findings: listFindings({ person, list, entry }),
  }
}

function listFindings({ person, list, entry }: Match): ComplianceFinding[] {
  const { name, digits, cpf, birthDate, role, from, until } = entry
  const shownCpf =
    cpf === undefined ? digits && `***.${digits.slice(0, 3)}.${digits.slice(3)}-**` : maskCpf(cpf)
  const all = [
    ['source', list.source],
    ['publishedOn', list.publishedOn],
    ['customerName', person.names[0]],
    ['listedName', name],
    ['listedCpf', shownCpf],
    ['role', role],
    ['birthDate', birthDate],
    ['from', from],
    ['until', until],
  ] as const
  return all.flatMap(([finding, value]) => (value === undefined ? [] : [{ name: finding, value }]))
}

/**
 * Whether the person may not be validated: a match waits for a decision, or the person is sanctioned. It counts for the
 * person, not for the purchase: a purchase that replaces another one is held too.
 */
export async function isHeld(db: Queryable, secrets: Secrets, cpfIndex: Buffer): Promise<boolean> {
  const cases = await listCasesAboutLists(db, secrets, cpfIndex)
  return cases.some(({ result }) => result === null || result === 'CONFIRMED')
}
