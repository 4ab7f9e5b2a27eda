import type { App } from '../../app/app.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { endStops } from '../collection/index.ts'
import { isReadBeyond, setDiscount } from '../receivables/index.ts'
import { lockContract } from './lock-contract.ts'
import { listLivingCases, lockCase, saveCase } from './store.ts'

const PAGE = 200

/**
 * Ends cases whose course is over: the contract has ended, or nobody has paid an offer by its last day, once a payment
 * made by then would be known. Each in a transaction of its own. Returns how many.
 */
export async function followCases(app: App): Promise<number> {
  const { database, secrets } = app
  let ended = 0
  for (let after = ''; ; ) {
    const cases = await listLivingCases(database, secrets, after, PAGE)
    for (const { id, transactionId } of cases) if (await follow(app, id, transactionId)) ended += 1
    after = cases.at(-1)?.id ?? after
    if (cases.length < PAGE) return ended
  }
}

function follow(app: App, caseId: string, transactionId: string): Promise<boolean> {
  const { database, secrets, clock } = app
  return database.transaction(async tx => {
    const purchase = await lockContract(app, tx, transactionId)
    const locked = await lockCase(tx, secrets, caseId)
    if (purchase === undefined || locked === undefined || locked.endedAt !== null) return false
    const now = clock.now()
    const isPaid = purchase.status !== 'OPEN'
    const { state, effect, effectiveOn: until } = locked
    const isOffer = state === 'DECIDED' && effect === 'ACCEPT_LESS' && until !== null
    const isOver =
      isOffer &&
      until < calendarDateAt(now) &&
      (await isReadBeyond(tx, { transactionId, kind: 'installment' }, until))
    if (!isPaid && !isOver) return false
    if (!isPaid) await setDiscount(app, tx, purchase, undefined)
    endStops(tx, caseId, now)
    saveCase(tx, secrets, locked, {
      state: isPaid && state === 'DECIDED' ? 'DONE' : 'WITHDRAWN',
      endedAt: now,
    })
    return true
  })
}
