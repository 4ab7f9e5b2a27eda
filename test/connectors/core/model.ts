import assert from 'node:assert/strict'
import fc from 'fast-check'
import { type Account, writeAccount } from '../../../connectors/core/account-store.ts'
import { type AskedPayment, askPayment } from '../../../connectors/core/ask-payment.ts'
import { listCallbacks } from '../../../connectors/core/callback-store.ts'
import { sendCallbacks } from '../../../connectors/core/callbacks.ts'
import { compareAccount, finishInterrupted, fixDifference } from '../../../connectors/core/compare.ts'
import type { ConnectorContext } from '../../../connectors/core/context.ts'
import { listDifferences } from '../../../connectors/core/difference-store.ts'
import { followPayment } from '../../../connectors/core/follow-payment.ts'
import { handleEvents } from '../../../connectors/core/inbox.ts'
import { insertEvent } from '../../../connectors/core/inbox-store.ts'
import { LenderAway } from '../../../connectors/core/lender.ts'
import { OperationBusy, operate } from '../../../connectors/core/operate.ts'
import { listOperations, type Operation } from '../../../connectors/core/operation-store.ts'
import { findPayment, type Payment } from '../../../connectors/core/payment-store.ts'
import type { Platform } from '../../../connectors/core/platform.ts'
import { createVtexPlatform } from '../../../connectors/vtex/platform.ts'
import { presentPayment } from '../../../connectors/vtex/present.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { deriveSecrets } from '../../../src/platform/crypto/secrets.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { FakeLender, type FakePurchase } from './fake-lender.ts'

/** The process ended here: what it had committed stays, and nothing else. */
class Crash extends Error {}

type Fault = 'before' | 'after'
const fault = fc.constantFrom<Fault>('before', 'after')
const order = fc.nat({ max: 1 })
const tab = fc.nat({ max: 2 })
const purchase = fc.nat({ max: 5 })

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('ask'),
      order,
      tab,
      // In centavos, beside the total of the order.
      change: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.constantFrom(1, -1, 500)),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('claim'), link: fc.nat({ max: 5 }) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('complete'), purchase }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('endThere'), purchase }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close'), purchase }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('event'), purchase }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('return'), order, tab }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('operate'),
      order,
      tab,
      kind: fc.constantFrom('cancel' as const, 'refund' as const, 'settle' as const),
      request: fc.nat({ max: 1 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('work') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('compare') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fix') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait'), hours: fc.constantFrom(1, 4, 26, 200) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('platform'), isSilent: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lender'), isAway: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('crash'), after: fc.nat({ max: 4 }), fault }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('lose'), after: fc.nat({ max: 3 }), fault }) },
)
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
export const steps = fc.array(step, { minLength: 5, maxLength: 45 })

const TOTAL = 10_000
const HOUR_MS = 3_600_000
let runs = 0

interface Told {
  readonly status: string
}

/** One run: a shop with two orders in three tabs each, and everything that happens to them. */
class World {
  #nowMs = Date.parse('2026-03-10T15:00:00.000Z')
  readonly lender = new FakeLender(() => this.#nowMs)
  readonly context: ConnectorContext
  readonly account: Account
  readonly #run = ++runs
  /** Of links whose address a platform was told: only these can be bought with. */
  readonly known = new Set<string>()
  /** By the platform's payment, the link that it was told last. */
  readonly linkOf = new Map<string, string>()
  readonly told = new Map<string, Told[]>()
  readonly answers = new Map<string, string>()
  readonly asked = new Set<string>()
  /** Payments that the shop asked to cancel or refund. */
  readonly endedByShop = new Set<string>()
  readonly broken: string[] = []
  isSilent = false
  #crash: { left: number; readonly fault: Fault } | undefined
  crashes = 0
  events = 0

  constructor(database: Database, retailerId: string, secrets = deriveSecrets(Buffer.alloc(32, 7))) {
    const now = new Date(this.#nowMs)
    this.account = {
      id: newId(),
      platform: 'vtex',
      retailerId,
      account: `loja${this.#run}`,
      isEnabled: true,
      settings: {},
      keys: { apiKey: 'sk' },
      createdAt: now,
      changedAt: now,
    }
    const vtex = createVtexPlatform(undefined)
    const platform: Platform = vtex
    this.context = {
      database: this.#breakable(database),
      secrets,
      clock: { now: () => new Date(this.#nowMs) },
      log: createLog({ level: 'silent' }),
      reportForgery: async () => assert.fail('a row was forged'),
      outbound: { post: exchange => this.#receive(exchange.url.pathname, exchange.body) },
      isProduction: true,
      publicUrl: 'https://lender.example',
      openLender: () => this.lender.operations,
      platforms: new Map([[platform.name, platform]]),
      getOwnUrl: () => 'https://lender.example',
    }
  }

  #breakable(database: Database): Database {
    const pass = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const crash = this.#crash
      if (crash !== undefined && crash.left-- <= 0) {
        this.#crash = undefined
        this.crashes += 1
        if (crash.fault === 'after') await work()
        throw new Crash()
      }
      return work()
    }
    return {
      ...database,
      isDiskFull: false,
      run: (statement, values) => pass(() => database.run(statement, values)),
      transaction: work => pass(() => database.transaction(work)),
    }
  }

  async #receive(path: string, body: string) {
    const foreignId = path.split('/').at(-1) ?? ''
    if (this.isSilent) return { error: 'timed out', durationMs: 1 }
    const { status } = JSON.parse(body) as { status: string }
    // Broken rules are kept: what is thrown here would count as an answer that never came.
    if (status === 'denied' && this.#isStillOpen(foreignId))
      this.broken.push(`${foreignId} is denied and can be bought`)
    const known = this.told.get(foreignId) ?? []
    this.told.set(foreignId, [...known, { status }])
    return { status: 200, durationMs: 1 }
  }

  /** Unless another payment of the order has taken the link over. */
  #isStillOpen(foreignId: string): boolean {
    const linkId = this.linkOf.get(foreignId)
    const isTaken = [...this.linkOf].some(([name, each]) => name !== foreignId && each === linkId)
    return linkId !== undefined && !isTaken && this.lender.isBuyable(linkId)
  }

  async play(each: Step): Promise<void> {
    try {
      await this.#do(each)
    } catch (error) {
      const isExpected =
        error instanceof Crash || error instanceof LenderAway || error instanceof OperationBusy
      if (!isExpected) throw error
    }
    this.#check()
  }

  idOf(ordinal: number, tabNumber: number): string {
    return `P${this.#run}-${ordinal}-${tabNumber}`
  }

  async #do(each: Step): Promise<void> {
    const { context, account, lender } = this
    const purchases = [...lender.purchases.values()]
    const choose = (at: number): FakePurchase | undefined => purchases[at % Math.max(1, purchases.length)]
    switch (each.do) {
      case 'ask':
        return this.#ask(each)
      case 'claim': {
        const ids = [...this.known]
        const id = ids[each.link % Math.max(1, ids.length)]
        if (id !== undefined) lender.claim(id)
        return
      }
      case 'complete': {
        const chosen = choose(each.purchase)
        if (chosen !== undefined) lender.complete(chosen)
        return
      }
      case 'endThere': {
        const chosen = choose(each.purchase)
        if (chosen !== undefined) lender.end(chosen)
        return
      }
      case 'close': {
        const chosen = choose(each.purchase)
        if (chosen !== undefined) lender.close(chosen)
        return
      }
      case 'event': {
        const chosen = choose(each.purchase)
        if (chosen !== undefined) await this.#event(chosen)
        return
      }
      case 'return': {
        const payment = await this.find(each.order, each.tab)
        if (payment !== undefined) await followPayment(context, payment.id)
        return
      }
      case 'operate':
        return this.#operate(each)
      case 'work':
        await handleEvents(context)
        await finishInterrupted(context)
        await sendCallbacks(context)
        return
      case 'compare':
        return compareAccount(context, account)
      case 'fix': {
        const [difference] = await listDifferences(context.database, account.id, 1)
        if (difference === undefined) return
        // A person's click counts as the shop's own wish.
        this.endedByShop.add(difference.paymentId)
        return fixDifference(context, account, difference)
      }
      case 'wait':
        this.#nowMs += each.hours * HOUR_MS
        return
      case 'platform':
        this.isSilent = each.isSilent
        return
      case 'lender':
        lender.isAway = each.isAway
        return
      case 'crash':
        this.#crash = { left: each.after, fault: each.fault }
        return
      case 'lose':
        lender.faults[each.after] = each.fault
    }
  }

  async #ask({ order: ordinal, tab: tabNumber, change }: { order: number; tab: number; change: number }) {
    const foreignId = this.idOf(ordinal, tabNumber)
    const totalCentavos = TOTAL + change
    const asked: AskedPayment = {
      foreignId,
      orderId: `O${this.#run}-${ordinal}`,
      totalCentavos,
      lines: [{ id: 'a', name: 'Produto', quantity: 1, unitCentavos: TOTAL }],
      shippingCentavos: 0,
      customer: {},
      returnUrl: undefined,
      callbackUrl: `https://vtex.example/callback/${foreignId}`,
    }
    this.asked.add(`${ordinal}-${tabNumber}`)
    const payment = await askPayment(this.context, this.account, asked)
    const { tid, paymentUrl } = presentPayment(payment) as { tid: string; paymentUrl?: string }
    this.#answerSame(`pay ${foreignId}`, tid)
    if (paymentUrl === undefined) return
    const linkId = paymentUrl.split('/').at(-1) ?? ''
    this.known.add(linkId)
    this.linkOf.set(foreignId, linkId)
  }

  /** Ids never change, whatever is asked how often. */
  #answerSame(question: string, answer: string): void {
    const known = this.answers.get(question) ?? answer
    assert.equal(answer, known, question)
    this.answers.set(question, answer)
  }

  async #event({ id, status, orderId, linkId }: FakePurchase): Promise<void> {
    this.events += 1
    const type = status === 'CANCELED' ? 'transaction.canceled' : 'transaction.approved'
    const { database, clock } = this.context
    const event = {
      accountId: this.account.id,
      eventId: `e${this.events}`,
      type,
      orderId,
      linkId,
      transactionId: id,
    }
    await database.transaction(tx => insertEvent(tx, event, clock.now()))
  }

  async #operate(each: {
    order: number
    tab: number
    kind: Operation['kind']
    request: number
  }): Promise<void> {
    const payment = await this.find(each.order, each.tab)
    if (payment === undefined) return
    const requestId = `R${each.kind}${each.request}`
    if (each.kind !== 'settle') this.endedByShop.add(payment.id)
    const { kind } = each
    const operation = await operate(this.context, this.account, payment.id, { kind, requestId })
    if (operation.state === 'done' || operation.state === 'refused')
      this.#answerSame(`${payment.id} ${requestId}`, `${operation.state} ${operation.reference}`)
  }

  find(ordinal: number, tabNumber: number): Promise<Payment | undefined> {
    const { database, secrets } = this.context
    return findPayment(database, secrets, this.account.id, this.idOf(ordinal, tabNumber))
  }

  /** What holds at every moment, whatever is under way. */
  #check(): void {
    assert.deepEqual(this.broken, [])
    const living = new Map<string, number>()
    for (const { orderId, status } of this.lender.purchases.values())
      if (status !== 'CANCELED') living.set(orderId, (living.get(orderId) ?? 0) + 1)
    for (const [orderId, count] of living) assert.ok(count <= 1, `${count} purchases of ${orderId}`)
    for (const [foreignId, told] of this.told) {
      const words = new Set(told.map(({ status }) => status))
      // A crash right after the platform took a callback sends it again, as the payment is by then.
      if (this.crashes === 0) assert.ok(words.size <= 1, `${foreignId} was told ${[...words].join(' and ')}`)
      if (this.crashes === 0) assert.equal(told.length, 1, `${foreignId} was told again`)
    }
  }

  /** Nothing is broken any more, and nobody helps: what is left must end by itself. */
  async calmDown(): Promise<void> {
    this.#crash = undefined
    this.lender.faults.length = 0
    this.lender.isAway = false
    this.isSilent = false
    for (let round = 0; round < 6; round++) {
      // Every purchase under way has its deadline.
      if (round === 2)
        for (const each of this.lender.purchases.values())
          if (each.status === 'PENDING') this.lender.end(each)
      this.#nowMs += 80 * HOUR_MS
      await handleEvents(this.context)
      await finishInterrupted(this.context)
      await compareAccount(this.context, this.account)
      await sendCallbacks(this.context)
      this.#check()
    }
    await this.#checkEnd()
  }

  async #checkEnd(): Promise<void> {
    const { database, secrets } = this.context
    const payments: Payment[] = []
    for (const name of this.asked) {
      const [ordinal = 0, tabNumber = 0] = name.split('-').map(Number)
      const payment = await this.find(ordinal, tabNumber)
      if (payment !== undefined) payments.push(payment)
    }
    for (const payment of payments) {
      const name = `${payment.foreignId} is ${payment.state}`
      assert.ok(!['received', 'waiting', 'closing'].includes(payment.state), name)
      const operations = await listOperations(database, secrets, payment.id)
      assert.ok(
        !operations.some(({ state }) => state === 'intended' || state === 'unknown'),
        `${name}: operation`,
      )
      const callbacks = await listCallbacks(database, payment.id)
      assert.ok(!callbacks.some(({ endedAt }) => endedAt === null), `${name}: the platform was not told`)
      const bought = payment.transactionId && this.lender.purchases.get(payment.transactionId)
      const isPaid = payment.state === 'approved' || payment.state === 'settled'
      if (isPaid)
        assert.ok(
          bought && bought.status !== 'CANCELED' && bought.status !== 'PENDING',
          `${name} without a purchase`,
        )
      const told = this.told.get(payment.foreignId)?.[0]?.status
      // Of what was undone before the platform was told of it, too.
      if (told === 'denied') assert.ok(['denied', 'canceled', 'refunded'].includes(payment.state), name)
      if (isPaid) assert.equal(told, 'approved', `${name}: told ${told}`)
    }
    for (const each of this.lender.purchases.values()) {
      const holders = payments.filter(
        ({ transactionId, linkId }) => transactionId === each.id || linkId === each.linkId,
      )
      const isStanding = each.status === 'OPEN' || each.status === 'CLOSED'
      const isHeld = holders.some(({ state }) => state === 'approved' || state === 'settled')
      if (isStanding) assert.ok(isHeld, `purchase ${each.id} stands and no payment knows`)
      if (each.wasOpen && each.endedBy === 'connector')
        assert.ok(
          holders.some(({ id }) => this.endedByShop.has(id)),
          `purchase ${each.id} was paid, and canceled by the connector without being asked`,
        )
    }
  }
}

export async function playModel(
  database: Database,
  retailerId: string,
  { numRuns, seed }: { readonly numRuns: number; readonly seed: number },
): Promise<void> {
  const property = fc.asyncProperty(steps, async played => {
    const world = new World(database, retailerId)
    await database.run({ name: 'model.forget-accounts', text: FREE_ACCOUNT }, [retailerId])
    await writeAccount(database, world.context.secrets, world.account)
    for (const each of played) await world.play(each)
    await world.calmDown()
  })
  await fc.assert(property, { numRuns, seed, verbose: 1 })
}

/** One account for each retailer: the model's runs follow each other. */
const FREE_ACCOUNT = `UPDATE connector_accounts SET platform = 'old' || substr(id, 14, 11) WHERE retailer_id = $1 AND platform = 'vtex'`
