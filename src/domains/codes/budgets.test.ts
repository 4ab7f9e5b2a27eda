import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CodeSend, type CodeWay, type Countable, computeCodeWaitMs } from './budgets.ts'

const start = Date.parse('2026-03-10T15:00:00Z')
const DAY_SECONDS = 86_400
const at = (seconds: number): Date => new Date(start + seconds * 1_000)
const WAYS = ['link', 'purchase', 'account'] as const
const ask = (way: CodeWay, subject: string, address: string, reserve: string | null = null): Countable => ({
  way,
  subject,
  address: Buffer.from(address),
  reserve,
})

/** Sends what may be sent, each some seconds after the one before; answers when each was sent. */
function play(asked: readonly (readonly [pauseSeconds: number, Countable])[]): CodeSend[] {
  const sends: CodeSend[] = []
  let seconds = 0
  for (const [pause, countable] of asked) {
    seconds += pause
    const now = at(seconds)
    if (computeCodeWaitMs(sends, countable, now) === 0) sends.push({ ...countable, sentAt: now })
  }
  return sends
}

const wait = (sends: readonly CodeSend[], countable: Countable, seconds: number): number =>
  computeCodeWaitMs(sends, countable, at(seconds)) / 1_000

test('a stranger at one address runs out of codes before the link, and the link before the phone', () => {
  const persistent = Array.from({ length: 20 }, () => [120, ask('link', 'own', 'a')] as const)
  const sends = play(persistent)
  assert.equal(sends.length, 3)
  const now = 20 * 120
  assert.ok(wait(sends, ask('link', 'other', 'a'), now) > 80_000)
  assert.equal(wait(sends, ask('link', 'own', 'b'), now), 0)
  const two = play([...persistent, ...persistent.map(([pause]) => [pause, ask('link', 'own', 'b')] as const)])
  assert.equal(two.length, 5)
  assert.ok(wait(two, ask('link', 'own', 'c'), 2 * now) > 70_000)
  assert.equal(wait(two, ask('link', 'other', 'c'), 2 * now), 0)
})

test('what strangers use up of one way leaves the others, and what was proved before, as they were', () => {
  for (const way of WAYS) {
    const crowd = Array.from(
      { length: 60 },
      (_, number) => [120, ask(way, `s${number}`, `a${number}`)] as const,
    )
    const sends = play(crowd)
    const now = 60 * 120
    assert.equal(sends.length, 10)
    assert.ok(wait(sends, ask(way, 'mine', 'home'), now) > 0)
    for (const other of WAYS.filter(each => each !== way))
      assert.equal(wait(sends, ask(other, 'mine', 'home'), now), 0)
    assert.equal(wait(sends, ask(way, 'mine', 'home', 'device:mine'), now), 0)
  }
})

const anybody = fc.record({
  way: fc.constantFrom(...WAYS),
  subject: fc.constantFrom('s1', 's2', 's3', 's4'),
  address: fc.constantFrom('a1', 'a2', 'a3', 'a4', 'a5'),
  reserve: fc.constantFrom(null, null, null, 'device:mine'),
})

test('whatever is asked for, a phone gets in any day at most ten codes of strangers by each way, and five on each proof', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 4_000 }), anybody), { maxLength: 120 }),
      asked => {
        const sends = play(
          asked.map(([pause, { way, subject, address, reserve }]) => [
            pause,
            ask(way, subject, address, reserve),
          ]),
        )
        const most = (isOne: (send: CodeSend) => boolean): number => {
          const times = sends.filter(isOne).map(({ sentAt }) => sentAt.getTime())
          return Math.max(
            0,
            ...times.map(
              from => times.filter(each => each >= from && each < from + DAY_SECONDS * 1_000).length,
            ),
          )
        }
        assert.ok(most(({ reserve }) => reserve === null) <= 30)
        for (const way of WAYS) {
          const isStrange = (send: CodeSend): boolean => send.way === way && send.reserve === null
          assert.ok(most(isStrange) <= 10)
          for (const one of ['s1', 's2', 's3', 's4'])
            assert.ok(most(send => isStrange(send) && send.subject === one) <= 5)
          for (const one of ['a1', 'a2', 'a3', 'a4', 'a5'])
            assert.ok(
              most(send => isStrange(send) && send.address.toString() === one) <=
                (way === 'purchase' ? 5 : 3),
            )
          assert.ok(most(send => send.way === way && send.reserve !== null) <= 5)
        }
      },
    ),
  )
})

test('the pauses between codes of one purchase or link grow: 30, 60, 120 seconds', () => {
  const sends: CodeSend[] = []
  const waits: number[] = []
  let now = 0
  for (let count = 0; count < 4; count++) {
    sends.push({ ...ask('purchase', 'one', 'a'), sentAt: at(now) })
    waits.push(wait(sends, ask('purchase', 'one', 'a'), now))
    now += waits.at(-1) ?? 0
  }
  assert.deepEqual(waits, [30, 60, 120, 120])
})
