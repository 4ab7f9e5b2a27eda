import { AssertionError } from 'node:assert'
import { addDays, type CalendarDate } from '../../../src/kernel/calendar-date.ts'
import {
  plainDemonstrationPolicy,
  richDemonstrationPolicy,
} from '../../../src/sandbox/demonstration-policies.ts'
import type { Dice } from '../../servicing/dice.ts'
import { DEMO_KEY, DEMO_RETAILER, PLAIN_KEY, PLAIN_RETAILER, query, startTestApp } from '../../support/app.ts'
import { askUntilConnected } from '../../support/database.ts'
import { newOperator } from '../../support/desk.ts'
import { moveClock } from '../../support/purchase-http.ts'
import { openPurchase } from '../../support/purchases.ts'
import { checkBooks } from './check-books.ts'
import { checkContracts } from './check-contracts.ts'
import {
  type Act,
  agree,
  askForCopy,
  cancelByShop,
  giveBack,
  payAfterEnd,
  payDue,
  payForgotten,
  payOffAll,
  payTwice,
  settleEarly,
  takeBack,
  withdraw,
} from './customer-acts.ts'
import {
  die,
  endByCourt,
  followPlan,
  forgetWrittenOff,
  payLess,
  proveFraud,
  resolvePayments,
  suspendByCourt,
  waive,
  withdrawCase,
  writeOff,
} from './desk-acts.ts'
import { Figures } from './figures.ts'
import {
  buyBack,
  closeMonth,
  enterByHand,
  payCommission,
  payTaxes,
  registerFund,
  sell,
  settleBalances,
} from './house-acts.ts'
import { describePerson, isDeclined, type Life, newDice } from './life.ts'
import { Place } from './place.ts'

export interface WorldOptions {
  readonly lives: number
  readonly seed: number
  /** Days between two days on which something happens. */
  readonly steps: readonly number[]
  readonly log?: (line: string) => void
}

/** Lives that are lived at the same time: the pool has more connections. */
const AT_ONCE = 6

const MOST_DEVIATIONS = 20

/** Of a hundred days that are not due dates, so many bring this. */
const CHANCES: Readonly<Record<string, { readonly of: number; readonly act: Act }>> = {
  'pay twice': { of: 3, act: payTwice },
  'bank takes back': { of: 4, act: takeBack },
  'second copy': { of: 2, act: askForCopy },
  'settle early': { of: 5, act: settleEarly },
  'pay off': { of: 2, act: payOffAll },
  'pay a billet of an earlier day': { of: 5, act: payForgotten },
  agree: { of: 10, act: agree },
  'give back': { of: 4, act: giveBack },
  withdraw: { of: 4, act: withdraw },
  'cancel by shop': { of: 1, act: cancelByShop },
  waive: { of: 3, act: waive },
  'prove fraud': { of: 1, act: proveFraud },
  'end by court': { of: 1, act: endByCourt },
  'suspend by court': { of: 1, act: suspendByCourt },
  die: { of: 2, act: die },
  'pay less': { of: 3, act: payLess },
  'follow a plan': { of: 3, act: followPlan },
  'withdraw a case': { of: 1, act: withdrawCase },
}

const LAST_ACTS: readonly { readonly name: string; readonly act: Act }[] = [
  { name: 'write off', act: writeOff },
  { name: 'write off', act: writeOff },
  { name: 'write off', act: writeOff },
  { name: 'forget what was written off', act: forgetWrittenOff },
  { name: 'pay less', act: payLess },
  { name: 'agree', act: agree },
  { name: 'pay off', act: payOffAll },
]

const TABLE = Object.entries(CHANCES).flatMap(([name, { of, act }]) =>
  Array.from({ length: of }, () => ({ name, act })),
)

/** Some hundred lives beside one another, in a database of their own, for as many days as the steps are long. */
export async function liveTogether({
  lives: wanted,
  seed,
  steps,
  log = () => {},
}: WorldOptions): Promise<Figures> {
  const app = await startTestApp()
  const figures = new Figures(deviation => log(`DEVIATION in world ${seed}: ${deviation}`))
  try {
    const people = {
      proposer: await newOperator(app, 'approver'),
      approver: await newOperator(app, 'approver'),
    }
    const place = new Place(app, figures, people)
    const { policies } = app.services.credit
    const customer = { livingContracts: 3, totalExposure: 20_000 }
    await policies.publish(DEMO_RETAILER, { ...richDemonstrationPolicy, customer })
    await policies.publish(PLAIN_RETAILER, { ...plainDemonstrationPolicy, customer })
    const fundId = await registerFund(place)
    const dice = newDice(seed, 1_000_000)
    const lives: Life[] = []
    const joinSteps = Math.max(1, Math.floor(steps.length / 4))
    for (const [number, days] of steps.entries()) {
      const due = Math.min(wanted, Math.ceil((wanted * (number + 1)) / joinSteps))
      const newcomers = Array.from({ length: Math.max(0, due - lives.length) }, (_, at) => lives.length + at)
      lives.push(...(await inTurns(newcomers, each => join(place, seed, each))))
      const living = lives.filter(({ isOver }) => !isOver)
      const standings = await readStandings(place, living)
      await inTurns(living, async life => {
        const found = standings.get(life.transactionId)
        if (found !== undefined) await liveOneDay(place, life, found)
      })
      await keepHouse(place, { number, fundId, dice })
      await checkContracts(place)
      const before = place.today
      await moveClock(app, `P${days}D`)
      if (place.today.slice(0, 7) !== before.slice(0, 7)) {
        await closeMonths(place, before)
        // The books of a quiet month differ from those before it in little.
        if (number < 50 || number % 4 === 0) await checkBooks(place)
        const left = lives.filter(({ isOver }) => !isOver).length
        log(
          `${place.today}: ${lives.length} lives, ${left} go on, ${figures.actCount} acts, ` +
            `${figures.comparisons} comparisons, ${figures.deviations.length} deviations`,
        )
        // What is wrong once stays wrong: the rest would say the same again.
        if (figures.deviations.length > MOST_DEVIATIONS) break
      }
    }
    await inTurns(lives, async life => void life.transactionIds.map(id => place.touched.add(id)))
    await checkContracts(place)
    await checkBooks(place)
    figures.lives = lives.length
    return figures
  } finally {
    await app.stop()
  }
}

/** Every month that has ended since that day. */
async function closeMonths(place: Place, since: CalendarDate): Promise<void> {
  let first = `${since.slice(0, 7)}-01` as CalendarDate
  for (;;) {
    const next = `${addDays(first, 31).slice(0, 7)}-01` as CalendarDate
    if (next > place.today) return
    await attempt(place, 'close a month', () => closeMonth(place, addDays(next, -1)))
    first = next
  }
}

async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as Item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

/** One in ten is somebody who has bought before; whoever owes too much by then is somebody new instead. */
async function join(place: Place, seed: number, number: number): Promise<Life> {
  const dice = newDice(seed, number)
  const own = describePerson(number)
  if (number <= 10 || dice.roll(10) > 0) return buy(place, { number, dice, person: own })
  try {
    const again = await buy(place, { number, dice, person: describePerson(dice.roll(number)) })
    place.figures.count('buy again')
    return again
  } catch (error) {
    // An offer ends when its person buys something else at the same moment.
    if (!isDeclined(error) && !(error instanceof AssertionError)) throw error
    place.figures.decline('buy again', String(error))
    return buy(place, { number, dice, person: own })
  }
}

async function buy(
  place: Place,
  { number, dice, person }: Pick<Life, 'number' | 'dice' | 'person'>,
): Promise<Life> {
  const isPlain = dice.roll(4) === 0
  const [key, retailerId] = isPlain ? [PLAIN_KEY, PLAIN_RETAILER] : [DEMO_KEY, DEMO_RETAILER]
  const products = ['fridge', 'radio', 'lamp'].map((id, index) => ({
    id,
    name: id,
    amount: 1,
    value: [600, 300, 100].map(least => least + dice.roll(2 * least))[index] ?? 0,
  }))
  const { purchase, downPaymentBillet } = await openPurchase(place.app, {
    key,
    retailerId,
    person,
    products,
    installments: dice.pick([3, 3, 6]),
    downPayment: dice.roll(3) === 0,
    acceptInsurance: dice.roll(2) === 0,
  })
  place.cashCentavos += downPaymentBillet?.amountCentavos ?? 0
  place.touched.add(purchase.id)
  place.figures.count('buy')
  return {
    number,
    dice,
    key,
    retailerId,
    person,
    boughtOn: place.today,
    transactionId: purchase.id,
    transactionIds: [purchase.id],
    diligence: dice.pick([10, 10, 10, 9, 8, 6, 3, 0]),
    isOver: false,
    unpaid: [],
    diary: [`buys ${purchase.id} on ${place.today}`],
  }
}

async function liveOneDay(place: Place, life: Life, found: Standing): Promise<void> {
  const { dice } = life
  followContract(place, life, found)
  if (life.isOver) {
    if (dice.roll(10) === 0) await tryAct(place, life, 'pay after the end', payAfterEnd)
    if (dice.roll(100) === 0) await tryAct(place, life, 'bank takes back', takeBack)
    return
  }
  const isDue = found.due !== null && addDays(found.due, -3) <= place.today
  if (isDue && dice.roll(10) < life.diligence) await tryAct(place, life, 'pay', payDue)
  if (dice.roll(100) < 8) {
    const { name, act } = dice.pick(TABLE)
    await tryAct(place, life, name, act)
  }
  // What is late for so long is provided for in full.
  if (addDays(life.boughtOn, 600) < place.today && dice.roll(4) === 0) {
    const { name, act } = dice.pick(LAST_ACTS)
    await tryAct(place, life, name, act)
  }
}

interface Standing {
  readonly id: string
  readonly status: string
  readonly renegotiates: string | null
  /** Of the oldest open installment. */
  readonly due: CalendarDate | null
}

/** Of all at once: most contracts have nothing to do on most days. */
async function readStandings({ app }: Place, lives: readonly Life[]): Promise<Map<string, Standing>> {
  const rows = await query<Standing>(
    app,
    `SELECT t.id, t.status, t.renegotiates, (SELECT min(coalesce(b.original_due_date, b.due_date))::text FROM billets b
        WHERE b.transaction_id = t.id AND b.kind = 'installment' AND b.payment_status = 'PENDING'
          AND b.canceled_at IS NULL) AS due FROM transactions t WHERE t.id = ANY ($1::text[])`,
    [lives.map(({ transactionId }) => transactionId)],
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** A broken agreement gives the debt back to the contract that it was about. */
function followContract(place: Place, life: Life, { status, renegotiates }: Standing): void {
  if (status === 'OPEN') return
  if (renegotiates === null || status === 'CLOSED') life.isOver = true
  else {
    life.transactionId = renegotiates
    place.touched.add(renegotiates)
  }
}

async function tryAct(place: Place, life: Life, name: string, act: Act): Promise<void> {
  try {
    if (await act(place, life)) place.figures.count(name)
  } catch (error) {
    if (isDeclined(error)) place.figures.decline(name, String(error))
    else
      place.figures.deviate(
        `life ${life.number}, ${name} on ${place.today}: ${error instanceof Error ? error.stack : error}\n  ${life.diary.join('\n  ')}`,
      )
  }
}

interface Day {
  readonly number: number
  readonly fundId: string
  readonly dice: Dice
}

/** What the lender does by itself, on days of its own. */
async function keepHouse(place: Place, { number, fundId, dice }: Day): Promise<void> {
  const { figures } = place
  await attempt(place, 'resolve payments', async () => {
    for (let left = await resolvePayments(place, dice); left > 0; left--) figures.count('resolve a payment')
  })
  if (number % 4 === 1)
    await attempt(place, 'pay taxes', async () => {
      for (let left = await payTaxes(place); left > 0; left--) figures.count('pay a DARF')
    })
  if (number % 5 === 2)
    await attempt(place, 'settle balances', async () => {
      for (let left = await settleBalances(place, dice); left > 0; left--) figures.count('settle a balance')
    })
  if (number % 7 === 3) await attempt(place, 'pay commission', () => payCommission(place))
  if (number % 9 === 4) await attempt(place, 'enter by hand', () => enterByHand(place))
  if (number % 20 === 12)
    await attempt(place, 'sell to a fund', async () => {
      for (let left = await sell(place, fundId); left > 0; left--) figures.count('sell a contract')
    })
  if (number % 20 === 17)
    await attempt(place, 'buy back', async () => {
      for (let left = await buyBack(place, fundId, 10); left > 0; left--) figures.count('buy a contract back')
    })
}

/** A month or a payment that stays open hides whatever comes after it. */
const NEVER_DECLINED = ['close a month', 'resolve payments']

async function attempt(place: Place, name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await askUntilConnected(work)
    place.figures.count(name)
  } catch (error) {
    if (isDeclined(error) && !NEVER_DECLINED.includes(name)) {
      place.figures.decline(name, String(error))
      return
    }
    place.figures.deviate(`${name} on ${place.today}: ${error instanceof Error ? error.stack : error}`)
  }
}
