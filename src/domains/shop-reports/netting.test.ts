import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assignNetting } from './netting.ts'

const owed = (transactionId: string, amountCentavos: number) =>
  ({ kind: 'contract-reversed', transactionId, reference: `end:${transactionId}`, amountCentavos }) as const
const kept = (id: string, amountCentavos: number) =>
  ({
    kind: 'clawback-netted',
    transactionId: undefined,
    reference: `clawback-netted:${id}`,
    amountCentavos: -amountCentavos,
  }) as const
const restored = (id: string, amountCentavos: number) =>
  ({
    kind: 'clawback-netted',
    transactionId: undefined,
    reference: `clawback-restored:${id}`,
    amountCentavos,
  }) as const
const list = (netting: ReturnType<typeof assignNetting>, id: string) =>
  netting.get(`clawback-netted:${id}`)?.map(part => [part.transactionId, part.amountCentavos])

test('the oldest debt is kept first, and may be spread over several transfers', () => {
  const netting = assignNetting([owed('a', 100), owed('b', 50), kept('1', 70), kept('2', 80)])
  assert.deepEqual(list(netting, '1'), [['a', 70]])
  assert.deepEqual(list(netting, '2'), [
    ['a', 30],
    ['b', 50],
  ])
})

test('what a failed transfer had kept is kept again from the next one, before later debts', () => {
  const netting = assignNetting([
    owed('a', 100),
    kept('1', 100),
    owed('b', 10),
    restored('1', 100),
    kept('2', 105),
  ])
  assert.deepEqual(list(netting, '2'), [
    ['a', 100],
    ['b', 5],
  ])
})

test('every centavo is kept once: the parts add up to what was kept, and no debt is kept twice', () => {
  const step = fc.record({
    isDebt: fc.boolean(),
    amount: fc.integer({ min: 1, max: 5_000 }),
    fails: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), steps => {
      const changes: (ReturnType<typeof owed> | ReturnType<typeof kept> | ReturnType<typeof restored>)[] = []
      const lasting: string[] = []
      let open = 0
      for (const [at, { isDebt, amount, fails }] of steps.entries()) {
        if (isDebt) {
          changes.push(owed(`d${at}`, amount))
          open += amount
          continue
        }
        const part = Math.min(open, amount)
        if (part === 0) continue
        changes.push(kept(`k${at}`, part))
        if (fails) changes.push(restored(`k${at}`, part))
        else {
          lasting.push(`k${at}`)
          open -= part
        }
      }
      const netting = assignNetting(changes)
      const sums = new Map<string | undefined, number>()
      for (const change of changes)
        if (change.amountCentavos < 0) {
          const parts = netting.get(change.reference) ?? []
          assert.equal(
            parts.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0),
            -change.amountCentavos,
          )
        }
      for (const id of lasting)
        for (const { transactionId, amountCentavos } of netting.get(`clawback-netted:${id}`) ?? [])
          sums.set(transactionId, (sums.get(transactionId) ?? 0) + amountCentavos)
      for (const change of changes)
        if (change.reference.startsWith('end:'))
          assert.ok((sums.get(change.transactionId) ?? 0) <= change.amountCentavos)
    }),
  )
})
