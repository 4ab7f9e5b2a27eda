import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sealEntries } from '../../src/domains/ledger/seal.ts'
import { computeImbalance } from '../../src/domains/ledger/store/imbalance.ts'
import { verifyLedger } from '../../src/domains/ledger/verify.ts'
import { createAccount } from '../../src/domains/lender/accounts.ts'
import type { PayoutOrder, PayoutState } from '../../src/domains/payouts/order.ts'
import { listOrders } from '../../src/domains/payouts/orders.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { newId } from '../../src/kernel/ids.ts'
import { deriveSecrets } from '../../src/platform/crypto/secrets.ts'
import { DEMONSTRATION_ACCOUNT } from '../../src/sandbox/demonstration-account.ts'
import { createRandom } from '../drills/chaos/seeded-random.ts'
import { watchSnapshots } from '../drills/chaos/snapshot-watch.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { createOwedOrder } from '../support/owed-payouts.ts'
import { openFaultyBank } from './faulty-bank.ts'
import { KILL_KEY, type KillTask, openWorker } from './kill-worker.ts'

const WORKER = join(import.meta.dirname, 'kill-worker.ts')
const WORKERS = 4
/** With so many kills, every fault and state is met. */
const MANY = 100
const ORDERS_PER_ROUND = 4
const SPEED = 100
const KILLED_WITHIN_MS = 1_500
const SETTLED_WITHIN_MS = 120_000
const secrets = deriveSecrets(KILL_KEY)

/** In every snapshot all accounts add up to nothing, and an order is paid if and only if the books say so. */
const CHECKS = [
  `SELECT sum(amount_centavos)::text FROM ledger_postings HAVING sum(amount_centavos) <> 0`,
  `SELECT o.id, o.state FROM payout_orders o
    WHERE (o.state = 'paid') <> EXISTS (SELECT FROM ledger_entries e WHERE e.reference = 'payout-paid:' || o.id)
      OR (o.state IN ('failed', 'canceled'))
        <> EXISTS (SELECT FROM ledger_entries e WHERE e.reference = 'payout-failed:' || o.id)`,
]

/** Workers are killed while they approve, send and ask a bad bank; then one is let finish. */
export async function killPayouts({ kills }: { readonly kills: number }): Promise<void> {
  const testDatabase = await openTestDatabase()
  const { below: random } = createRandom(20_261_116)
  const bank = await openFaultyBank(random)
  const folder = await mkdtemp(join(tmpdir(), 'kill-payouts-'))
  const watch = watchSnapshots(testDatabase.connection)
  try {
    const { id, ...account } = DEMONSTRATION_ACCOUNT
    const baseMs = Date.now()
    const options = { id, now: new Date(baseMs), channel: 'sandbox' } as const
    await createAccount(testDatabase.database, secrets, account, options)
    const task: KillTask = {
      connection: testDatabase.connection,
      bankUrl: bank.url,
      baseMs,
      realMs: baseMs,
      speed: SPEED,
    }
    const taskPath = join(folder, 'task.json')
    await writeFile(taskPath, JSON.stringify(task))
    const statesAtKill = new Set<PayoutState>()
    let killed = 0
    while (killed < kills) {
      await orderMore(testDatabase, baseMs)
      const wanted = bank.countRequests() + random(30)
      killed += await killWorkers(taskPath, async () => {
        // At work, and anywhere between two steps of it.
        const until = Date.now() + KILLED_WITHIN_MS
        while (bank.countRequests() < wanted && Date.now() < until) await delay(2)
        await delay(random(40))
      })
      await checkSnapshot(testDatabase)
      for (const { state } of await readAll(testDatabase)) statesAtKill.add(state)
    }
    assert.ok(bank.countRequests() >= kills, 'the workers were not at work')
    if (kills >= MANY) assert.equal(bank.faults.size, 4, `faults: ${[...bank.faults.keys()]}`)
    for (const state of kills < MANY ? [] : (['approved', 'unknown', 'paid', 'failed'] as const))
      assert.ok(statesAtKill.has(state), `no order was ${state} at a kill`)
    bank.heal()
    await finish(testDatabase, task)
    await checkOutcomes(testDatabase, bank.taken)
    await watch.stop()
    assert.deepEqual(watch.violations, [])
    assert.ok(watch.snapshotCount > 1)
  } finally {
    await watch.stop()
    await bank.close()
    await testDatabase.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** New debts, and successors of orders that failed. */
async function orderMore({ database }: TestDatabase, baseMs: number): Promise<void> {
  const now = new Date(baseMs)
  const failed = (await listOrders(database, secrets, { state: 'failed', limit: 1_000 })).orders
  const replaced = new Set((await readAll({ database })).map(({ replaces }) => replaces))
  const again = failed.filter(order => !replaced.has(order.id))
  const fresh = Array.from({ length: ORDERS_PER_ROUND }, () => newId())
  for (const { transactionId, amountCentavos, replaces } of [
    ...fresh.map((transactionId, at) => ({ transactionId, amountCentavos: 1_000 + at, replaces: undefined })),
    ...again.map(order => ({
      transactionId: order.subject,
      amountCentavos: order.amountCentavos,
      replaces: order.id,
    })),
  ])
    await database.transaction(tx =>
      createOwedOrder(
        tx,
        secrets,
        {
          kind: 'REFUND',
          subject: transactionId,
          transactionId,
          amountCentavos,
          payee: {
            name: 'Maria da Silva',
            document: '52998224725',
            to: { kind: 'pix-key', keyType: 'DOCUMENT', key: '52998224725' },
          },
          lenderAccountId: DEMONSTRATION_ACCOUNT.id,
          dueOn: parseCalendarDate('2026-01-05'),
          replaces,
          needsApproval: false,
        },
        now,
      ),
    )
}

async function killWorkers(taskPath: string, waitForMoment: () => Promise<void>): Promise<number> {
  const kill = async (): Promise<number> => {
    const child = spawn(process.execPath, [WORKER, taskPath], { stdio: ['ignore', 'pipe', 'inherit'] })
    const exited = once(child, 'exit')
    await Promise.race([once(child.stdout, 'data'), exited])
    await waitForMoment()
    child.kill('SIGKILL')
    const [, signal] = await exited
    assert.equal(signal, 'SIGKILL', 'the worker ended by itself')
    return 1
  }
  const counts = await Promise.all(Array.from({ length: WORKERS }, kill))
  return counts.reduce((sum, each) => sum + each, 0)
}

async function checkSnapshot({ database }: TestDatabase): Promise<void> {
  for (const [at, text] of CHECKS.entries())
    assert.deepEqual(await database.run({ name: `test.kill-check-${at}`, text }, []), [])
}

async function readAll({ database }: Pick<TestDatabase, 'database'>): Promise<PayoutOrder[]> {
  const { orders, forgedIds } = await listOrders(database, secrets, { limit: 100_000 })
  assert.deepEqual(forgedIds, [])
  return orders
}

/** A worker that nobody kills ends everything. */
async function finish(testDatabase: TestDatabase, task: KillTask): Promise<void> {
  const worker = openWorker(task)
  const until = Date.now() + SETTLED_WITHIN_MS
  try {
    for (;;) {
      await worker.run()
      const open = (await readAll(testDatabase)).filter(({ settledAt }) => settledAt === undefined)
      if (open.length === 0) return
      assert.ok(
        Date.now() < until,
        `${open.length} orders do not end, such as ${open[0]?.id} ${open[0]?.state}`,
      )
      await delay(50)
    }
  } finally {
    await worker.close()
  }
}

/** Books and bank agree on every order, and no debt was paid twice. */
async function checkOutcomes(
  testDatabase: TestDatabase,
  taken: ReadonlyMap<string, { readonly state: string; readonly amount: string }>,
): Promise<void> {
  const orders = await readAll(testDatabase)
  const paidDebts = new Map<string, number>()
  for (const { payoutKey, state, obligation, amountCentavos } of orders) {
    const atBank = taken.get(payoutKey)
    assert.deepEqual(
      [atBank?.state.toLowerCase(), atBank?.amount],
      [state, (amountCentavos / 100).toFixed(2)],
      `${payoutKey} of ${obligation}`,
    )
    if (state === 'paid') paidDebts.set(obligation, (paidDebts.get(obligation) ?? 0) + 1)
  }
  assert.equal(taken.size, orders.length)
  assert.ok([...paidDebts.values()].every(count => count === 1))
  const { database } = testDatabase
  const paidCentavos = orders
    .filter(({ state }) => state === 'paid')
    .reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
  const [sums] = await database.run<{ bank: number; transit: number; due: number }>(
    {
      name: 'test.kill-sums',
      text: `SELECT coalesce(sum(amount_centavos) FILTER (WHERE account LIKE 'bank:%'), 0)::bigint AS bank,
          coalesce(sum(amount_centavos) FILTER (WHERE account LIKE 'in-transit:%'), 0)::bigint AS transit,
          coalesce(sum(amount_centavos) FILTER (WHERE account = 'refunds-due'), 0)::bigint AS due
        FROM ledger_postings`,
    },
    [],
  )
  const debts = new Map(orders.map(({ obligation, amountCentavos }) => [obligation, amountCentavos]))
  const owedCentavos = [...debts.values()].reduce((sum, amount) => sum + amount, 0)
  assert.deepEqual(sums, { bank: -paidCentavos, transit: 0, due: paidCentavos - owedCentavos })
  await checkSnapshot(testDatabase)
  await sealEntries(database, { secrets, now: new Date() })
  const { fault } = await verifyLedger(database, { secrets })
  assert.deepEqual([fault, await computeImbalance(database)], [undefined, 0])
}
