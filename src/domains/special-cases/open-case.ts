import { createHash } from 'node:crypto'
import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { SPECIAL_CASE_RULES, type SpecialCaseKind } from '../../contract/special-cases.ts'
import { Refused } from '../../kernel/faults.ts'
import { isId, newId } from '../../kernel/ids.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { appendAudit } from '../audit/index.ts'
import { beginStop, endStops } from '../collection/index.ts'
import { screenPdf } from '../invoices/index.ts'
import { lockLoan } from '../loans/index.ts'
import type { Operator } from '../operators/index.ts'
import { listRenegotiations } from '../purchases/index.ts'
import { setDiscount } from '../receivables/index.ts'
import { refuseAtDesk } from './decide-case.ts'
import { lockContract } from './lock-contract.ts'
import type { SpecialCase } from './special-case.ts'
import { findCase, insertCase, insertDocument, type LockedCase, lockCase, saveCase } from './store.ts'

interface WantedCase {
  readonly transactionId: string
  readonly kind: SpecialCaseKind
  readonly note: string
  readonly contact: string | undefined
}

/**
 * Opens a case about a running contract. One person is enough: it moves no money, and where the law asks for it,
 * collection stops at once.
 */
export function openCase(app: App, operator: Operator, wanted: WantedCase): Promise<SpecialCase> {
  const { database, secrets, clock } = app
  const { transactionId, kind, note, contact } = wanted
  return database.transaction(async tx => {
    const purchase = await lockContract(app, tx, transactionId)
    const loan = purchase && (await lockLoan(tx, transactionId))
    if (purchase === undefined || loan === undefined) throw new RequestError('desk_not_found')
    const now = clock.now()
    const opened: SpecialCase = {
      id: newId(now.getTime()),
      transactionId,
      retailerId: purchase.retailerId,
      kind,
      state: 'OPENED',
      version: 1,
      effect: null,
      amountCentavos: null,
      effectiveOn: null,
      installments: null,
      note,
      contact,
      openedBy: operator.id,
      openedAt: now,
      decidedAt: null,
      endedAt: null,
    }
    await refuseAtDesk(async () => {
      if (purchase.status !== 'OPEN' || loan.endedOn !== null) throw new Refused('the contract has ended')
      if (kind === 'WRITTEN_OFF' && loan.writtenOffOn === null)
        throw new Refused('the contract was not written off')
      if (loan.suspendedBy !== null && kind !== 'FRAUD')
        throw new Refused(`the debt was moved to renegotiation ${loan.suspendedBy}: open the case there`)
      if (!(await insertCase(tx, secrets, opened)))
        throw new Refused('the contract has a case that has not ended')
    })
    if (SPECIAL_CASE_RULES[kind].stopsCollection) await stopCollection(app, tx, opened)
    await noteAct(app, tx, operator, opened, 'special-case.open', { kind })
    return opened
  })
}

/** Of the contract, and of the renegotiation that its debt may be in. */
async function stopCollection(
  { clock }: App,
  tx: Transaction,
  { id, transactionId }: SpecialCase,
): Promise<void> {
  const [renegotiation] = await listRenegotiations(tx, { livingOn: transactionId })
  const hasLoan = renegotiation !== undefined && (await lockLoan(tx, renegotiation.id)) !== undefined
  const stopped = hasLoan ? [transactionId, renegotiation.id] : [transactionId]
  for (const each of stopped) beginStop(tx, { caseId: id, transactionId: each }, clock.now())
}

/** Keeps a file with the case. It is inspected and scanned as an invoice is; the same file again changes nothing. */
export async function addDocument(
  app: App,
  operator: Operator,
  { caseId, bytes }: { readonly caseId: string; readonly bytes: Buffer },
): Promise<SpecialCase> {
  const { database, secrets, clock, files } = app
  const seen = await getCase(app, caseId)
  await screenPdf(app, { owner: operator.id, field: 'document' }, bytes)
  const documentId = newId(clock.now().getTime())
  const fileName = await files.putOf(`special-case:${documentId}`, bytes)
  return database.transaction(async tx => {
    await lockContract(app, tx, seen.transactionId)
    const locked = await lockCase(tx, secrets, caseId)
    if (locked === undefined) throw new RequestError('desk_not_found')
    await refuseAtDesk(async () => {
      if (locked.endedAt !== null) throw new Refused(`the case is ${locked.state} already`)
    })
    const sha256 = createHash('sha256').update(bytes).digest()
    const document = { id: documentId, caseId, fileName, sha256, bytes: bytes.length }
    const added = { ...document, addedBy: operator.id, addedAt: clock.now() }
    if (!(await insertDocument(tx, added))) return locked
    await noteAct(app, tx, operator, locked, 'special-case.document', { sha256: sha256.toString('hex') })
    return locked.state === 'OPENED' ? saveCase(tx, secrets, locked, { state: 'DOCUMENTED' }) : locked
  })
}

/**
 * Ends a case: one that is not decided, an offer that nobody has paid, or a suspension that the court has lifted.
 * Everything is as before, and collection goes on.
 */
export async function endCase(
  app: App,
  operator: Operator,
  { caseId, reason }: { readonly caseId: string; readonly reason: string },
): Promise<SpecialCase> {
  const { database, secrets, clock } = app
  const seen = await getCase(app, caseId)
  return database.transaction(async tx => {
    const purchase = await lockContract(app, tx, seen.transactionId)
    const locked = await lockCase(tx, secrets, caseId)
    if (purchase === undefined || locked === undefined) throw new RequestError('desk_not_found')
    const state = await refuseAtDesk(async () => getEnd(locked))
    if (locked.state === 'DECIDED' && locked.effect === 'ACCEPT_LESS')
      await setDiscount(app, tx, purchase, undefined)
    const now = clock.now()
    endStops(tx, caseId, now)
    await noteAct(app, tx, operator, locked, 'special-case.end', { state })
    return saveCase(tx, secrets, locked, { state, endedAt: now, note: `${locked.note}\n\n${reason}` })
  })
}

function getEnd({ state, effect }: LockedCase): 'DONE' | 'WITHDRAWN' {
  if (state === 'OPENED' || state === 'DOCUMENTED') return 'WITHDRAWN'
  if (state === 'DECIDED' && effect === 'ACCEPT_LESS') return 'WITHDRAWN'
  if (state === 'DECIDED' && effect === 'SUSPEND_COLLECTION') return 'DONE'
  throw new Refused(`the case is ${state}: it can no longer be ended by hand`)
}

/** Throws a RequestError where there is none. */
export async function getCase({ database, secrets }: App, caseId: string): Promise<SpecialCase> {
  const found = isId(caseId) ? await findCase(database, secrets, caseId) : undefined
  if (found === undefined) throw new RequestError('desk_not_found')
  return found
}

async function noteAct(
  { realClock }: App,
  tx: Transaction,
  operator: Operator,
  { id, transactionId }: SpecialCase,
  action: 'special-case.open' | 'special-case.document' | 'special-case.end',
  details: Readonly<Record<string, string>>,
): Promise<void> {
  const note = { operatorId: operator.id, action, subject: id, details: { transactionId, ...details } }
  await appendAudit(tx, note, realClock.now())
}
