import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { TABLE_RIGHTS } from '../../../src/schema/table-rights.ts'
import { LEFT_OUT } from './catalog.ts'
import { CUSTOMER_BREAK_INS } from './customer-break-ins.ts'
import { FORGERIES } from './forgeries.ts'
import { describeError } from './judge.ts'
import { planScene, WITHOUT_ROWS } from './plan.ts'
import { listHoles, presentSums, presentTable, type Tried } from './report.ts'
import { SCENES, type Scene } from './scenes.ts'
import { STAFF_BREAK_INS } from './staff-break-ins.ts'
import { FOUR_EYES, openStage, opens } from './stage.ts'
import { openTrial } from './trial.ts'

/*
 * Every table that the program's role may write to, column by column, row by row, at every stage of a purchase. With
 * TAMPER_TABLE=FILE the table is written as Markdown.
 */

const WITHIN_MS = 840_000
const LANES = 2

/** Tables that were tried so far in any scene. */
const reached = new Set<string>()

async function playScene(scene: Scene): Promise<Tried[]> {
  const tried: Tried[] = []
  const trial = await openTrial(scene)
  const { intruder } = trial.stage
  try {
    const mutations = planScene(trial.tables, reached)
    for (const { table } of mutations) reached.add(table)
    for (const { table, what, text, values } of mutations)
      tried.push({
        scene: scene.name,
        table,
        what,
        ...(await trial.play({ table, apply: () => intruder.query(text, [...values]) })),
      })
    for (const forgery of FORGERIES.filter(each => each.scene === scene.name)) {
      const { table, what } = forgery
      tried.push({
        scene: scene.name,
        table,
        what,
        ...(await trial.play({ table, apply: () => forgery.apply(trial) })),
      })
    }
    return tried
  } finally {
    await trial.close()
  }
}

async function breakIn(): Promise<Tried[]> {
  const tried: Tried[] = []
  const stage = await openStage(FOUR_EYES)
  try {
    for (const { table, what, attempt } of [...CUSTOMER_BREAK_INS, ...STAFF_BREAK_INS]) {
      const before = stage.listErrors().length
      const isOpen = await opens(() => attempt(stage))
      const noticedBy = [
        ...stage.listErrors().slice(before).map(describeError),
        ...(isOpen ? [] : ['request refused']),
      ]
      tried.push({
        scene: 'accounts',
        table,
        what,
        verdict: isOpen ? 'hole' : 'noticed',
        noticedBy,
        detail: isOpen ? 'it opened' : '',
      })
    }
    return tried
  } finally {
    await stage.close()
  }
}

test('whatever is written to the database without the key, no payout is beyond the contracts and no account opens', {
  timeout: WITHIN_MS,
}, async t => {
  const tried: Tried[] = []
  const waiting = [...SCENES.map(scene => () => playScene(scene)), breakIn]
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) tried.push(...(await next()))
  }
  const ended = await Promise.allSettled(Array.from({ length: LANES }, work))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
  const table = presentTable(tried)
  t.diagnostic(`${tried.length} changes: ${presentSums(tried)}\n${table}`)
  if (process.env.TAMPER_TABLE !== undefined) await writeFile(process.env.TAMPER_TABLE, `${table}\n`)
  assert.deepEqual(listHoles(tried), [])
})

test('every table that the program may write to was tried, or the reason is stated', () => {
  const writable = Object.entries(TABLE_RIGHTS).filter(([, { app }]) => app !== '')
  const stated = { ...LEFT_OUT, ...WITHOUT_ROWS }
  const missing = writable
    .map(([name]) => name)
    .filter(name => !reached.has(name) && stated[name] === undefined)
  assert.deepEqual(missing, [])
})
