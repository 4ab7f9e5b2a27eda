import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { actSomehow, keepFromDefault, payEverything } from './acts.ts'
import { checkWorld } from './check-world.ts'
import { isOpenDay } from './oracle-calendar.ts'
import { startUnreliableApp } from './unreliable-app.ts'
import { tellDiary, World } from './world.ts'

/**
 * The suite lives the same lives every time, so that a failure is the fault of the last change. Others are looked for
 * by LIVES_SEED=1234 LIVES_STEPS=50 npm run test:deep -- test/servicing/lives.deep.test.ts
 */
const SEED = Number(process.env.LIVES_SEED ?? 688_036_650)
const STEPS = Number(process.env.LIVES_STEPS ?? 16)
const CUSTOMERS = 6

interface Lives {
  readonly steps: number
  /** Before each step. */
  readonly days: readonly number[]
  /** Of five steps a customer does something in so many. */
  readonly diligence: number
  readonly mayDefault: boolean
}

const ORDINARY: Lives = { steps: STEPS, days: [0, 0, 1, 3, 8, 15, 27], diligence: 4, mayDefault: false }
const DEFAULTING: Lives = { steps: STEPS, days: [0, 1, 8, 27, 40, 70, 100], diligence: 2, mayDefault: true }

/** After every step everybody owes the same by the API, the books and the oracle; in the end every debt can be paid. */
async function live(world: World, { steps, days, diligence, mayDefault }: Lives): Promise<void> {
  const { dice } = world
  for (let number = 0; number < CUSTOMERS; number++) await world.join()
  await checkWorld(world)
  for (let step = 0; step < steps; step++) {
    const passed = dice.pick(days)
    if (passed > 0) await world.wait(passed)
    for (const customer of world.customers)
      await tellDiary(customer, async () => {
        if (!mayDefault) await keepFromDefault(world, customer)
        if (dice.roll(5) < diligence) await actSomehow(world, customer)
      })
    await checkWorld(world)
    await world.replaceSome()
  }
  while (!isOpenDay(world.today)) await world.wait(1)
  for (const customer of world.customers) await tellDiary(customer, () => payEverything(world, customer))
  await checkWorld(world, [...world.customers, ...world.past])
}

/** Every test has days of its own, so that a seed repeats it alone. */
async function using<App extends TestApp>(app: App, work: (app: App) => Promise<void>): Promise<void> {
  try {
    await work(app)
  } finally {
    await app.stop()
  }
}

test(`random lives, seed ${SEED}: the customer owes the same by the API, the books and the oracle, and can pay it`, async () =>
  using(await startTestApp(), app => live(new World(app, SEED), ORDINARY)))

test(`random lives in default, seed ${SEED}: the customer owes the same by the API, the books and the oracle, and can pay it`, async () =>
  using(await startTestApp(), async app => {
    const world = new World(app, SEED)
    await live(world, DEFAULTING)
    assert.ok(world.problems > 0, 'no problem asset was compared')
  }))

test(`random lives with a database that hangs up, seed ${SEED}: every call that is repeated counts once`, async () =>
  using(await startUnreliableApp(SEED), async app => {
    const lives = SEED % 2 === 0 ? ORDINARY : DEFAULTING
    await live(new World(app, SEED + 1), { ...lives, steps: Math.ceil(STEPS / 2) })
    assert.ok(app.repeatedCount > 0, 'nothing was cut off')
  }))
