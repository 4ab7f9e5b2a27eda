import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  decide,
  type Here,
  type LinkStatus,
  type PurchaseStatus,
  type Step,
  type There,
} from '../../../connectors/medusa/src/domain/decide.ts'
import { readSource } from '../../tidy/source-files.ts'

const PRICE = 100_000

interface World {
  link: LinkStatus | undefined
  isLocked: boolean
  purchases: { id: string; status: PurchaseStatus; centavos: number }[]
  order: 'open' | 'canceled'
  orderCentavos: number
  payment: { capturedCentavos: number; refundedCentavos: number; isOnOrder: boolean } | undefined
  isRefused: boolean
  isLate: boolean
  /** Once paid, an order that the connector cancels would be the worst of its mistakes. */
  canceledByUs: boolean
}

const newWorld = (): World => ({
  link: undefined,
  isLocked: false,
  purchases: [],
  order: 'open',
  orderCentavos: PRICE,
  payment: undefined,
  isRefused: false,
  isLate: false,
  canceledByUs: false,
})

const isAlive = (world: World): boolean => ['ACTIVE', 'OPENED', 'CLAIMED'].includes(world.link ?? '')
const findSold = (world: World) => world.purchases.find(({ status }) => status === 'OPEN')
const keptOf = ({ payment }: World): number =>
  payment === undefined ? 0 : payment.capturedCentavos - payment.refundedCentavos

const look = (world: World): { here: Here; there: There } => ({
  here: {
    link: world.link && { status: world.link, centavos: PRICE, isLocked: world.isLocked },
    purchases: world.purchases,
  },
  there: {
    isCanceled: world.order === 'canceled',
    payableCentavos: PRICE,
    orderCentavos: world.orderCentavos,
    payment: world.payment,
    isRefused: world.isRefused,
    hasWaitedLongEnough: world.isLate,
  },
})

/** As both sides do it: a link whose purchase is approved cannot be deleted any more. */
const EFFECTS: Readonly<Record<string, (world: World, step: Step) => void>> = {
  'create-link': world => {
    assert.equal(world.link, undefined, 'a second link')
    world.link = 'ACTIVE'
  },
  'delete-link': deleteLink,
  refuse: world => {
    deleteLink(world)
    world.isRefused = true
  },
  book: world => {
    assert.ok(findSold(world) ?? world.payment, 'booked without a purchase')
    world.payment ??= { capturedCentavos: PRICE, refundedCentavos: 0, isOnOrder: false }
    world.payment.isOnOrder = true
  },
  'cancel-here': cancelHere,
  'cancel-there': world => {
    assert.equal(findSold(world), undefined, 'canceled although it is sold')
    assert.equal(world.payment, undefined, 'canceled although it is paid')
    world.order = 'canceled'
    world.canceledByUs = true
  },
  'refund-there': (world, step) => {
    assert.ok(world.payment && 'centavos' in step)
    world.payment.refundedCentavos += step.centavos
  },
  'remove-here': (world, step) => {
    const sold = findSold(world)
    assert.ok(sold && 'centavos' in step && step.centavos < sold.centavos)
    replace(world, sold.centavos - step.centavos)
  },
}

function deleteLink(world: World): void {
  if (!isAlive(world)) return
  world.link = 'DELETED'
  for (const purchase of world.purchases) if (purchase.status === 'PENDING') purchase.status = 'CANCELED'
}

function cancelHere(world: World): void {
  const sold = findSold(world)
  if (sold !== undefined) sold.status = 'CANCELED'
}

function replace(world: World, centavos: number): void {
  cancelHere(world)
  world.purchases.unshift({ id: `p${world.purchases.length}`, status: 'OPEN', centavos })
}

/** What people and time do, on either side, at any moment. */
const EVENTS: Readonly<Record<string, (world: World) => void>> = {
  claim: world => {
    if (!isAlive(world) || world.link === 'CLAIMED' || world.isLocked) return
    world.link = 'CLAIMED'
    world.purchases.unshift({ id: `p${world.purchases.length}`, status: 'PENDING', centavos: PRICE })
  },
  approve: world => {
    const pending = world.purchases.find(({ status }) => status === 'PENDING')
    if (pending === undefined) return
    assert.equal(world.canceledByUs, false, 'we canceled an order that could still be bought')
    pending.status = 'OPEN'
    world.link = 'COMPLETED'
  },
  deny: world => {
    const pending = world.purchases.find(({ status }) => status === 'PENDING')
    if (pending === undefined) return
    pending.status = 'CANCELED'
    world.link = 'ACTIVE'
  },
  abandon: world => {
    const pending = world.purchases.find(({ status }) => status === 'PENDING')
    if (pending === undefined) return
    pending.status = 'ABANDONED'
    world.link = 'ACTIVE'
  },
  expire: world => {
    if (world.link === 'ACTIVE' || world.link === 'OPENED') world.link = 'EXPIRED'
  },
  lock: world => {
    if (world.link === 'OPENED') world.isLocked = true
  },
  open: world => {
    if (world.link === 'ACTIVE') world.link = 'OPENED'
  },
  'lender cancels': cancelHere,
  'lender removes a product': world => {
    const sold = findSold(world)
    if (sold !== undefined && sold.centavos > 30_000) replace(world, sold.centavos - 30_000)
  },
  'shop cancels': world => {
    if (world.order === 'canceled') return
    // As Medusa does: what was captured is refunded, by the provider, which cancels here.
    if (world.payment !== undefined) {
      world.payment.refundedCentavos = world.payment.capturedCentavos
      cancelHere(world)
    }
    world.order = 'canceled'
  },
  'shop cancels while the payment is written down': world => {
    if (world.payment !== undefined || findSold(world) === undefined || world.order === 'canceled') return
    world.order = 'canceled'
    world.payment = { capturedCentavos: PRICE, refundedCentavos: 0, isOnOrder: true }
  },
  'shop refunds a product': world => {
    const sold = findSold(world)
    if (world.payment === undefined || sold === undefined || keptOf(world) <= 30_000) return
    if (sold.centavos !== keptOf(world)) return
    world.payment.refundedCentavos += 30_000
    replace(world, sold.centavos - 30_000)
  },
  'a refund of the shop dies before it reaches us': world => {
    if (keptOf(world) > 30_000) (world.payment as { refundedCentavos: number }).refundedCentavos += 30_000
  },
  'the order is edited': world => {
    if (world.payment === undefined) world.orderCentavos = PRICE + 5_000
  },
  'weeks pass': world => {
    world.isLate = true
  },
}

/** `meanwhile` happens between its steps, one event after each. */
function settle(world: World, meanwhile: readonly string[] = []): Step['kind'] {
  for (let steps = 0; steps < 12; steps += 1) {
    const { here, there } = look(world)
    const step = decide(here, there)
    const effect = EFFECTS[step.kind]
    if (effect === undefined) return step.kind
    effect(world, step)
    EVENTS[meanwhile[steps] ?? '']?.(world)
  }
  return assert.fail(`it reaches no final state: ${JSON.stringify(world)}`)
}

const HOLDS = (world: World): void => {
  assert.ok(world.purchases.filter(({ status }) => status === 'OPEN').length <= 1, 'two purchases')
  const standing = findSold(world)?.centavos ?? 0
  assert.equal(standing, keptOf(world), 'one side keeps more than the other')
  if (world.order === 'canceled') assert.equal(standing, 0, 'a canceled order has a purchase')
  if (world.order === 'canceled') assert.equal(isAlive(world), false, 'a canceled order can be bought')
  if (world.canceledByUs) assert.equal(world.payment, undefined, 'a paid order was canceled by us')
}

test('after any events in any order, also between the steps of a comparison, one comparison more brings both sides together', () => {
  const names = fc.constantFrom('compare', ...Object.keys(EVENTS))
  fc.assert(
    fc.property(fc.array(names, { maxLength: 16 }), events => {
      const world = newWorld()
      settle(world)
      for (const [at, name] of events.entries()) {
        if (name === 'compare') settle(world, events.slice(at + 1))
        else EVENTS[name]?.(world)
      }
      settle(world)
      HOLDS(world)
      // However it stands now, time alone ends it: no state waits for somebody at the database.
      for (const name of ['weeks pass', 'abandon', 'expire']) EVENTS[name]?.(world)
      assert.equal(settle(world), 'done')
      HOLDS(world)
      assert.ok(world.payment !== undefined || world.order === 'canceled')
    }),
    { numRuns: 3_000 },
  )
})

const base = look(newWorld())

test('a waiting order follows the table of states that all connectors share', () => {
  const { orderStates } = JSON.parse(readSource('connectors/states.json')) as {
    orderStates: Record<string, Record<LinkStatus, string>>
  }
  const steps: Readonly<Record<string, readonly Step['kind'][]>> = {
    waiting: ['wait'],
    approved: ['book'],
    ended: ['delete-link'],
    canceled: ['cancel-there'],
    // It was sold and canceled before the shop had booked it: there is nothing to refund.
    refunded: ['cancel-there'],
    unchanged: ['wait', 'book', 'delete-link'],
  }
  for (const [purchase, row] of Object.entries(orderStates))
    for (const [status, state] of Object.entries(row) as [LinkStatus, string][]) {
      const purchases =
        purchase === 'NONE' ? [] : [{ id: 'a', status: purchase as PurchaseStatus, centavos: PRICE }]
      const step = decide({ link: { status, centavos: PRICE, isLocked: false }, purchases }, base.there)
      assert.ok(steps[state]?.includes(step.kind), `${purchase} ${status}: ${state}, ${step.kind}`)
    }
})

test('money that the lender does not know of is never given back, and two open purchases are shown to people', () => {
  const payment = { capturedCentavos: PRICE, refundedCentavos: 0, isOnOrder: true }
  assert.equal(decide({ link: undefined, purchases: [] }, { ...base.there, payment }).kind, 'report')
  const open = { status: 'OPEN', centavos: PRICE } as const
  const purchases = [
    { id: 'a', ...open },
    { id: 'b', ...open },
  ]
  assert.equal(decide({ link: undefined, purchases }, base.there).kind, 'report')
})

test('a purchase of another amount than the order is not booked, and a centavo is another amount', () => {
  const link = { status: 'COMPLETED', centavos: PRICE - 1, isLocked: false } as const
  const purchases = [{ id: 'a', status: 'OPEN', centavos: PRICE - 1 }] as const
  assert.equal(decide({ link, purchases }, base.there).kind, 'report')
})

test('a total that changes while the link is alive is refused with both amounts', () => {
  const link = { status: 'OPENED', centavos: PRICE, isLocked: false } as const
  const step = decide({ link, purchases: [] }, { ...base.there, orderCentavos: PRICE + 1 })
  assert.equal(step.kind, 'refuse')
  assert.match('why' in step ? step.why : '', /R\$ 1\.000,00 para R\$ 1\.000,01/)
})
