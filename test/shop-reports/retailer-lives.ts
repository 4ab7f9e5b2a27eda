import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { StatementKind } from '../../src/contract/statement.ts'
import { accountOf } from '../../src/domains/ledger/accounts.ts'
import { computeReversal, type Entry } from '../../src/domains/ledger/entry.ts'
import { postEntries } from '../../src/domains/ledger/store/entries.ts'
import {
  computeClawbackNettedEntry,
  computePayoutFailedEntry,
  computePayoutOrderedEntry,
  computePayoutPaidEntry,
  computePayoutReturnedEntry,
} from '../../src/domains/payouts/entries.ts'
import { computeContractEntry } from '../../src/domains/purchases/entries.ts'
import { type RetailerStatementLine, readStatement } from '../../src/domains/shop-reports/read-statement.ts'
import { addDays, type CalendarDate, endOfDay, parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { newId } from '../../src/kernel/ids.ts'
import type { Centavos } from '../../src/kernel/money.ts'
import { deriveSecrets } from '../../src/platform/crypto/secrets.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { computeBalance } from '../support/balance.ts'

const secrets = deriveSecrets(randomBytes(32))

/** Purchases of some retailers as they live: sold, canceled, replaced, transferred, by banks that fail and give back. */

interface Sale {
  readonly retailerId: string
  readonly transactionId: string
  readonly contract: Entry
  readonly transferCentavos: Centavos
  state: 'sold' | 'ordered' | 'transferred' | 'ended'
}

interface Order {
  readonly payout: Parameters<typeof computePayoutOrderedEntry>[0]
  /** Kept of the transfer for what the retailer owed back. */
  readonly netting: Entry | undefined
  readonly sales: readonly Sale[]
}

/** What a statement must show, by the simulation's own bookkeeping. */
interface Expected {
  readonly retailerId: string
  readonly day: CalendarDate
  readonly kind: StatementKind
  readonly amountCentavos: Centavos
}

export interface Lives {
  readonly retailerIds: readonly string[]
  readonly days: readonly CalendarDate[]
  readonly expected: readonly Expected[]
}

const LENDER_ACCOUNT = '00000000000000000000000a'
const FIRST_DAY = parseCalendarDate('2026-02-20')

/** Random numbers that are the same in every run (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

interface LivesWanted {
  readonly lives: number
  readonly days: number
  readonly seed: number
  readonly retailerIds?: readonly string[]
}

export async function liveLives(
  database: Database,
  { lives, days, seed, retailerIds = [newId(), newId(), newId()] }: LivesWanted,
): Promise<Lives> {
  const random = createRandom(seed)
  const sales: Sale[] = []
  const expected: Expected[] = []
  let orders: Order[] = []
  const calendar = Array.from({ length: days }, (_, index) => addDays(FIRST_DAY, index))
  for (const [index, day] of calendar.entries()) {
    // Some on the very edges of a day.
    const starts = endOfDay(addDays(day, -1)).getTime() + 1
    const instants = [starts, starts + 9 * 3_600_000, endOfDay(day).getTime()].map(ms => new Date(ms))
    const booked: Entry[][] = instants.map(() => [])
    const book = (entry: Entry): void => void booked[random(instants.length)]?.push(entry)
    const expect = (retailerId: string, kind: StatementKind, amountCentavos: Centavos): void => {
      if (amountCentavos !== 0) expected.push({ retailerId, day, kind, amountCentavos })
    }
    const at = instants[1] ?? new Date(starts)

    const newSales = Math.floor(((index + 1) * lives) / days) - Math.floor((index * lives) / days)
    for (let sold = 0; sold < newSales; sold += 1) {
      const retailerId = retailerIds[random(retailerIds.length)] ?? ''
      // More than the lender ever keeps of it: no agreement leaves the retailer less than nothing.
      const value = 20_000 + random(400_000)
      const [cm, retention] = [random(3) * random(5_000), random(2) * random(9_000)]
      const sale = sell(retailerId, { value, cm, retention, at })
      sales.push(sale)
      book(sale.contract)
      expect(retailerId, 'SALE', value)
      expect(retailerId, 'COMMISSION', -cm)
      expect(retailerId, 'RETENTION', -retention)
    }

    // Cancellations and removals, before and after the transfer.
    for (const sale of sales) {
      if ((sale.state !== 'sold' && sale.state !== 'transferred') || random(100) >= 8) continue
      book(reverse(sale, at))
      expect(sale.retailerId, 'CANCELLATION', -sale.transferCentavos)
      sale.state = 'ended'
    }

    // The bank answers what was ordered the day before.
    const unanswered: Order[] = []
    for (const order of orders) {
      const { payout, netting, sales: paid } = order
      const retailerId = payout.retailerId ?? ''
      const outcome = random(10)
      if (outcome === 0) {
        unanswered.push(order)
        continue
      }
      // As releaseLines of src/domains/payouts: what was kept for a debt is owed again, and so is the debt.
      if (outcome <= 3 && netting !== undefined)
        book(computeReversal(netting, { reference: `clawback-restored:${payout.id}`, occurredAt: at }))
      if (outcome <= 2) {
        book(computePayoutFailedEntry(payout, at))
        for (const sale of paid) sale.state = 'sold'
        continue
      }
      book(computePayoutPaidEntry(payout, at))
      expect(retailerId, 'TRANSFER', -payout.amountCentavos)
      if (outcome === 3) {
        book(computePayoutReturnedEntry(payout, at))
        expect(retailerId, 'TRANSFER', payout.amountCentavos)
      }
      for (const sale of paid) sale.state = outcome === 3 ? 'sold' : 'transferred'
    }
    orders = unanswered
    await postAll(database, booked, instants)

    // The settlement run of the evening: what is owed, less what is owed back.
    const evening = new Date(endOfDay(day).getTime() - 60_000)
    for (const retailerId of retailerIds) {
      const due = sales.filter(sale => sale.retailerId === retailerId && sale.state === 'sold')
      const order = await settle(database, retailerId, due, evening)
      if (order !== undefined) orders.push(order)
    }
  }
  return { retailerIds, days: calendar, expected }
}

function sell(
  retailerId: string,
  terms: { readonly value: Centavos; readonly cm: Centavos; readonly retention: Centavos; readonly at: Date },
): Sale {
  const { value, cm, retention, at } = terms
  const transactionId = newId(at.getTime())
  const contract = computeContractEntry({
    retailerId,
    transactionId,
    startedAt: at,
    downPaymentCentavos: 0,
    installmentsCentavos: value + 9_000,
    transferCentavos: value - cm - retention,
    commissionCentavos: cm,
    retentionCentavos: retention,
    iofCentavos: 2_000,
    interestCentavos: 7_000,
    feeCentavos: 0,
    premiumCentavos: 0,
  })
  return { retailerId, transactionId, contract, transferCentavos: value - cm - retention, state: 'sold' }
}

/** After the transfer the retailer owes the money back. */
function reverse({ retailerId, transactionId, contract, state }: Sale, at: Date): Entry {
  const reversal = computeReversal(contract, { reference: `reversal:${transactionId}`, occurredAt: at })
  if (state !== 'transferred') return reversal
  const account = accountOf.clawback(retailerId)
  const isOwed = (name: string): boolean => name === accountOf.retailer(retailerId)
  return {
    ...reversal,
    postings: reversal.postings.map(posting => (isOwed(posting.account) ? { ...posting, account } : posting)),
  }
}

async function settle(
  database: Database,
  retailerId: string,
  due: readonly Sale[],
  now: Date,
): Promise<Order | undefined> {
  const owed = -(await computeBalance(database, accountOf.retailer(retailerId)))
  const clawback = await computeBalance(database, accountOf.clawback(retailerId))
  assert.equal(owed, sum(due.map(({ transferCentavos }) => ({ amountCentavos: transferCentavos }))))
  assert.ok(owed >= 0 && clawback >= 0)
  const netted = Math.min(owed, clawback)
  const orderId = newId(now.getTime())
  const netting =
    netted > 0
      ? computeClawbackNettedEntry({ retailerId, runId: orderId, amountCentavos: netted, at: now })
      : undefined
  const entries: Entry[] = netting === undefined ? [] : [netting]
  const payout = {
    id: orderId,
    kind: 'RETAILER' as const,
    subject: retailerId,
    retailerId,
    transactionId: undefined,
    lenderAccountId: LENDER_ACCOUNT,
    amountCentavos: owed - netted,
  }
  if (payout.amountCentavos > 0) entries.push(computePayoutOrderedEntry(payout, now))
  if (entries.length > 0) await database.transaction(async tx => postEntries(tx, secrets, entries, now))
  const isOrdered = payout.amountCentavos > 0
  for (const sale of due) sale.state = isOrdered ? 'ordered' : 'transferred'
  return isOrdered ? { payout, netting, sales: due } : undefined
}

async function postAll(
  database: Database,
  booked: readonly Entry[][],
  instants: readonly Date[],
): Promise<void> {
  for (const [index, entries] of booked.entries()) {
    const now = instants[index]
    if (entries.length === 0 || now === undefined) continue
    await database.transaction(async tx => postEntries(tx, secrets, entries, now))
  }
}

/** Every range of days: it adds up, begins where the one before ended, and shows what happened and nothing else. */
export async function checkEveryRange(
  database: Database,
  { retailerIds, days, expected }: Lives,
): Promise<number> {
  let ranges = 0
  for (const retailerId of retailerIds) {
    const own = expected.filter(each => each.retailerId === retailerId)
    for (const [first, from] of days.entries())
      for (const to of days.slice(first)) {
        const { openingCentavos, pages } = await readStatement(database, retailerId, { from, to })
        const lines: RetailerStatementLine[] = []
        for await (const page of pages) lines.push(...page)
        const label = `${retailerId} ${from} ${to}`
        const before = sum(own.filter(({ day }) => day < from))
        assert.equal(openingCentavos, before, label)
        assert.equal(
          openingCentavos + sum(lines),
          before + sum(own.filter(({ day }) => day >= from && day <= to)),
          label,
        )
        let balance = openingCentavos
        for (const line of lines) {
          balance += line.amountCentavos
          assert.equal(line.balanceCentavos, balance, label)
        }
        const write = (each: { kind: string; amountCentavos: number }) =>
          `${each.kind} ${each.amountCentavos}`
        const shown = lines.map(line => `${line.date} ${write(line)}`).sort()
        const wanted = own
          .filter(({ day }) => day >= from && day <= to)
          .map(each => `${each.day} ${write(each)}`)
          .sort()
        assert.deepEqual(shown, wanted, label)
        ranges += 1
      }
    const accounts = [
      accountOf.retailer(retailerId),
      accountOf.clawback(retailerId),
      accountOf.inTransit(retailerId),
    ]
    const balances = await Promise.all(accounts.map(account => computeBalance(database, account)))
    assert.equal(sum(own), -balances.reduce((total, balance) => total + balance, 0), 'the ledger')
  }
  return ranges
}

const sum = (all: readonly { readonly amountCentavos: Centavos }[]): Centavos =>
  all.reduce((total, { amountCentavos }) => total + amountCentavos, 0)
