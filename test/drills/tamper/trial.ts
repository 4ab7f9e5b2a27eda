import assert from 'node:assert/strict'
import { askTransaction, type TransactionBody } from '../../support/purchase-http.ts'
import { isTried, readCatalog, type Table } from './catalog.ts'
import { describeError, describeRefusal, findFault, judge, type Life, type Outcome } from './judge.ts'
import type { Row } from './mutations.ts'
import { type Ask, type Parties, type Scene, summarize, sumPaid } from './scenes.ts'
import { readXid, takeSnapshot } from './snapshot.ts'
import { askUntilServed, FOUR_EYES, isStarved, openStage, type Stage } from './stage.ts'

/** Rows of a table that an intruder may change. */
export interface TriedTable extends Table {
  /** Written for this purchase: the first and the last. One of another purchase if there is none. */
  readonly rows: readonly Row[]
  /** A row of another purchase, to copy from. */
  readonly other: Row | undefined
  readonly isOfPurchase: boolean
}

/** One scene on a stage of its own, which is as before after every change. */
export interface Trial {
  readonly stage: Stage
  readonly parties: Parties
  readonly tables: readonly TriedTable[]
  /** Changes something as the intruder, lets life go on, judges, and puts everything back. */
  play(change: Change): Promise<Outcome>
  close(): Promise<void>
}

export interface Change {
  readonly table: string
  /** As the intruder, within a transaction. */
  apply(): Promise<unknown>
}

/** Rows that every process remembers for a while: the change is seen by a process that starts after it. */
const REMEMBERED = /^(?:api_keys|retailers|retailer_\w+|credit_policies|deployment|data_keys|keyring)$/
/** What the worker keeps about chains in memory is forgotten with the process. */
const CHAINED = /^(?:ledger|audit)_/
const REPORTED_AGAIN_MS = 61_000
/** Scenes begin at noon in Brasília: dates and figures are those of the same day. */
const SAME_DAY_MS = 8 * 3_600_000
const LOOKS = ['seal-ledger', 'seal-audit', 'find-forged-rows'] as const

export const openTrial = (scene: Scene): Promise<Trial> => askUntilServed(() => openOnce(scene))

async function openOnce(scene: Scene): Promise<Trial> {
  const stage = await openStage(FOUR_EYES)
  const { administrator } = stage
  try {
    const catalog = await readCatalog(administrator)
    await scene.prepare(stage)
    const xid = await readXid(administrator)
    const parties = await scene.prepare(stage)
    await stage.runJob('seal-ledger')
    await stage.runJob('seal-audit')
    const tables: TriedTable[] = []
    for (const table of catalog.filter(isTried)) tables.push(await chooseRows(stage, table, xid))
    const rows = await takeSnapshot(administrator, catalog)
    const forget = stage.bank.takeSnapshot()
    const startedAt = stage.app.clock.now()
    const putBack = async (): Promise<void> => {
      await rows.restore()
      forget()
      await stage.app.services.keptHeads.forget()
      // The same row is reported once a minute.
      stage.app.clock.advance({ ms: REPORTED_AGAIN_MS })
    }
    const control = await live(stage, scene, parties)
    expectContract(control, parties)
    assert.equal(await findFault(stage), undefined)
    await putBack()
    // What is left of a life would hide what the next one does.
    assert.deepEqual(await live(stage, scene, parties), control)
    await putBack()
    const playOnce = async (change: Change): Promise<Outcome> => {
      const refusal = await write(stage, change)
      if (refusal !== undefined)
        return { verdict: 'refused', noticedBy: [`database: ${refusal}`], detail: '' }
      const isRemembered = REMEMBERED.test(change.table)
      try {
        if (isRemembered) await stage.restart(startedAt)
        return await judge(stage, await live(stage, scene, parties), control)
      } finally {
        await putBack()
        const isLate = stage.app.clock.now().getTime() - startedAt.getTime() > SAME_DAY_MS
        if (isRemembered || CHAINED.test(change.table) || isLate) await stage.restart(startedAt)
      }
    }
    return {
      stage,
      parties,
      tables,
      play: change => askUntilServed(() => playOnce(change)),
      close: () => stage.close(),
    }
  } catch (error) {
    await stage.close()
    throw error
  }
}

async function chooseRows({ administrator }: Stage, table: Table, xid: number): Promise<TriedTable> {
  const { rows } = await administrator.query<{ row: Row; isOwn: boolean }>(
    `SELECT to_jsonb(t) AS row, xmin::text::bigint >= $1 AS "isOwn" FROM "${table.name}" t ORDER BY ctid`,
    [xid],
  )
  const own = rows.filter(({ isOwn }) => isOwn).map(({ row }) => row)
  const others = rows.filter(({ isOwn }) => !isOwn).map(({ row }) => row)
  const isOfPurchase = own.length > 0
  const [first, last] = isOfPurchase ? [own[0], own.at(-1)] : [others[0], others[0]]
  return {
    ...table,
    rows: [...new Set([first, last])].filter(row => row !== undefined),
    other: others.at(-1) ?? own[1],
    isOfPurchase,
  }
}

/** In one transaction; why the database refused it, if it did. */
async function write({ intruder }: Stage, change: Change): Promise<string | undefined> {
  try {
    await intruder.query('BEGIN')
    await change.apply()
    await intruder.query('COMMIT')
    return undefined
  } catch (error) {
    await intruder.query('ROLLBACK')
    // A statement that is no SQL, or of the wrong types, proves nothing.
    if (/^42(?!501)|^22P02/.test(String((error as { readonly code?: string }).code))) throw error
    return describeRefusal(error)
  }
}

async function live(stage: Stage, scene: Scene, parties: Parties): Promise<Life> {
  const { bank } = stage
  const errorsBefore = stage.listErrors().length
  const paidBefore = bank.paid.length
  const refusals: string[] = []
  const ask: Ask = async (path, body) => {
    const answer = await stage.app.post(path, { apiKey: parties.shop.key, ...body })
    if (answer.status === 200) return answer.body
    refusals.push(`${path.replaceAll(/[0-9a-f]{24}/g, '…')}: ${answer.status} ${answer.body.code ?? ''}`)
    return undefined
  }
  const more = await scene.live(stage, parties, ask)
  for (const name of LOOKS) await stage.runJob(name)
  const { shop, bought } = parties
  const answer = await askTransaction(stage.app, bought.transactionId, {}, shop.key)
  if (answer.status !== 200) refusals.push(`reading it: ${answer.status} ${answer.body.code ?? ''}`)
  const notices = [...refusals, ...stage.listErrors().slice(errorsBefore).map(describeError)]
  const starved = notices.find(isStarved)
  if (starved !== undefined) throw new Error(starved)
  const summary = answer.status === 200 ? summarize(answer.body as unknown as TransactionBody) : undefined
  return {
    paid: sumPaid(bank.paid.slice(paidBefore)),
    figures: summary && { ...summary, ...more },
    notices,
  }
}

/** The life that nobody disturbed pays what the answers of the interface say, and nothing is logged about it. */
function expectContract({ paid, figures, notices }: Life, { shop, bought }: Parties): void {
  assert.deepEqual(notices, [])
  const { cpf } = bought.person
  const paidToShop = paid.get(`${shop.cnpj} at ${shop.cnpj}`) ?? 0
  const paidToCustomer = paid.get(`${cpf} at ${cpf}`) ?? 0
  assert.ok(paidToShop <= toCentavos(figures?.transferValue), 'the retailer is paid its transfer')
  assert.ok(paidToCustomer <= toCentavos(figures?.refundValue), 'the customer gets the refund')
}

const toCentavos = (reais: unknown): number => Math.round(Number(reais ?? 0) * 100)
