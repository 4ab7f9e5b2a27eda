import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sealEntries } from '../../../src/domains/ledger/seal.ts'
import { computeImbalance } from '../../../src/domains/ledger/store/imbalance.ts'
import { verifyLedger } from '../../../src/domains/ledger/verify.ts'
import { type BankReport, type Billet, composeTxid } from '../../../src/domains/receivables/billets/billet.ts'
import { exchangeCharges } from '../../../src/domains/receivables/pix/exchange-charges.ts'
import { storeNotifications } from '../../../src/domains/receivables/pix/notification-store.ts'
import { reconcileBillets } from '../../../src/domains/receivables/reconcile-billets.ts'
import { calendarDateAt } from '../../../src/kernel/calendar-date.ts'
import { runLanes } from '../../../src/kernel/run-lanes.ts'
import { createSandboxBank } from '../../../src/sandbox/sandbox-bank.ts'
import { createRandom } from '../../drills/chaos/seeded-random.ts'
import { issue, queryLender } from '../../support/contracts.ts'
import { openPixLender, type PixLender } from '../../support/pix.ts'
import type { WorkerTask } from './both-rails-worker.ts'

export interface RailLoad {
  readonly contracts: number
  /** How often the process that books is killed before it may finish. */
  readonly kills: number
  /** Reports in all, repeated ones included; at least. */
  readonly reports: number
}

const WORKER = join(import.meta.dirname, 'both-rails-worker.ts')
const BATCH = 100

interface Told {
  readonly lines: BankReport[]
  readonly notifications: string[]
  /** Billets of which both rails tell. */
  readonly twice: number
  readonly lost: number
}

/** Every billet is paid once: by line or by Pix. Of some both rails tell; a third of the webhooks is lost. */
function payAll(pix: PixLender, billets: readonly Billet[]): Told {
  const bank = createSandboxBank(pix)
  const lines: BankReport[] = []
  const notifications: string[] = []
  let twice = 0
  let lost = 0
  const paidOn = calendarDateAt(pix.clock.now())
  const horario = pix.clock.now().toISOString()
  for (const [at, billet] of billets.entries()) {
    const line = bank.pay(billet, { reference: `line:${at}`, paidOn })
    const isTwice = at % 20 === 0
    if (isTwice) twice += 1
    if (isTwice || at % 2 === 1) lines.push(line)
    if (!isTwice && at % 2 === 1) continue
    const valor = (billet.amountCentavos / 100).toFixed(2)
    const { endToEndId } = pix.stub.pay(composeTxid(billet), { valor, horario })
    if (at % 3 === 0) lost += 1
    else notifications.push(endToEndId)
  }
  return { lines, notifications, twice, lost }
}

function repeatShuffled<Item>(
  items: readonly Item[],
  times: number,
  random: (below: number) => number,
): Item[] {
  const all = Array.from({ length: Math.ceil(times) }, () => items).flat()
  for (let at = all.length - 1; at > 0; at--) {
    const other = random(at + 1)
    const [a, b] = [all[at] as Item, all[other] as Item]
    all[at] = b
    all[other] = a
  }
  return all
}

/** Runs the booking process; it is killed after a while when `killAfterMs` says so. Returns whether it finished. */
async function runWorker(taskPath: string, killAfterMs: number | undefined): Promise<boolean> {
  const child = spawn(process.execPath, [WORKER, taskPath], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), exited])
  if (killAfterMs !== undefined) {
    await Promise.race([delay(killAfterMs), exited])
    child.kill('SIGKILL')
  }
  const [code] = await exited
  if (killAfterMs === undefined) assert.equal(code, 0)
  return code === 0
}

/** Both rails tell of every payment, some losing, all repeating and reordering, while the booking process is killed. */
export async function bookBothRails({ contracts, kills, reports }: RailLoad): Promise<void> {
  const pix = await openPixLender()
  const folder = await mkdtemp(join(tmpdir(), 'both-rails-'))
  try {
    const { below: random } = createRandom(20_260_316)
    const billets: Billet[] = []
    await runLanes(Array.from({ length: contracts }), 8, async () => {
      billets.push(...(await issue(pix.lender)))
    })
    await exchangeCharges(pix)
    const { lines, notifications, twice, lost } = payAll(pix, billets)
    assert.ok(lost > 0 && twice > 0)
    const times = reports / (lines.length + notifications.length)
    const task: WorkerTask = {
      connection: pix.lender.testDatabase.connection,
      psp: pix.stub.settings,
      nowMs: pix.clock.now().getTime(),
      lines: repeatShuffled(lines, times, random),
    }
    const taskPath = join(folder, 'task.json')
    await writeFile(taskPath, JSON.stringify(task))
    const called = repeatShuffled(notifications, times, random)
    const share = Math.ceil(called.length / (kills + 1))
    const call = async (round: number): Promise<void> => {
      for (let at = round * share; at < Math.min((round + 1) * share, called.length); at += BATCH)
        await storeNotifications(pix.database, called.slice(at, at + BATCH), pix.clock.now())
    }
    let killed = 0
    for (let round = 0; round < kills; round++) {
      const [finished] = await Promise.all([runWorker(taskPath, 50 + random(400)), call(round)])
      if (!finished) killed += 1
    }
    assert.ok(killed > 0, 'the process was never killed at its work')
    await call(kills)
    await runWorker(taskPath, undefined)
    await checkBooks(pix, billets, twice)
  } finally {
    await pix.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Every payment was credited exactly once, and what was told twice is held. */
async function checkBooks(pix: PixLender, billets: readonly Billet[], twice: number): Promise<void> {
  const total = billets.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
  const [row] = await queryLender(
    pix.lender,
    `SELECT (SELECT count(*)::integer FROM billets WHERE payment_status <> 'PAID') AS open,
      (SELECT sum(amount_centavos)::bigint FROM ledger_postings WHERE account ~ '^(bank|clearing):') AS received,
      (SELECT count(*)::integer FROM ledger_entries WHERE kind = 'payment') AS payments,
      (SELECT count(*)::integer FROM suspense_cases WHERE state = 'held') AS held,
      (SELECT count(*)::integer FROM suspense_cases) AS cases,
      (SELECT count(*)::integer FROM pix_hints WHERE state <> 'done') AS notifications`,
  )
  assert.deepEqual(row, {
    open: 0,
    received: total,
    payments: billets.length,
    held: twice,
    cases: twice,
    notifications: 0,
  })
  await sealEntries(pix.database, { secrets: pix.secrets, now: new Date() })
  const { fault } = await verifyLedger(pix.database, pix)
  assert.deepEqual([fault, await computeImbalance(pix.database)], [undefined, 0])
  assert.equal((await reconcileBillets(pix.database)).fault, undefined)
}
