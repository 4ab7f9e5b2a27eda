import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CANCEL_REASONS, STATUSES, STEPS } from '../../contract/enums.ts'
import {
  computeDeadline,
  computeTransition,
  type PurchaseState,
  type TransitionFacts,
  transitions,
} from './transitions.ts'

const key = ({ status, step }: PurchaseState): string => `${status}/${step}`
const facts: TransitionFacts[] = [true, false].flatMap(isInsuranceOpen =>
  [true, false].flatMap(isDownPaymentSettled =>
    (['retailer', 'customer', undefined] as const).flatMap(canceledBy =>
      [true, false].map(isAgreement => ({ isInsuranceOpen, isDownPaymentSettled, canceledBy, isAgreement })),
    ),
  ),
)
const start: PurchaseState = { status: 'PENDING', step: 'WAITING' }
const allStates = STATUSES.flatMap(status => STEPS.map(step => ({ status, step })))
const events = [...new Set(transitions.map(({ event }) => event))]

function walk(): { reached: Map<string, PurchaseState>; reasons: Set<string> } {
  const reached = new Map([[key(start), start]])
  const reasons = new Set<string>(['UNSPECIFIED_CANCEL_REASON'])
  for (const from of reached.values())
    for (const event of events)
      for (const each of facts) {
        const move = computeTransition(from, event, each)
        if (!move.allowed) continue
        reached.set(key(move.to), move.to)
        reasons.add(move.cancelReason)
      }
  return { reached, reasons }
}

test('every status, step and cancel reason can be reached from an authorization', () => {
  const { reached, reasons } = walk()
  const states = [...reached.values()]
  assert.deepEqual(new Set(states.map(({ status }) => status)), new Set(STATUSES))
  assert.deepEqual(new Set(states.map(({ step }) => step)), new Set(STEPS))
  assert.deepEqual(reasons, new Set(CANCEL_REASONS))
})

test('every row of the table is used by some life, and no row starts from an unreachable state', () => {
  const { reached } = walk()
  for (const { event, from } of transitions) {
    if (from === 'new') continue
    for (const state of from) assert.ok(reached.has(key(state)), `${event} from ${key(state)}`)
  }
})

test('a state and an event that are not in the table are refused, and the error names both, whatever the facts', () => {
  let refused = 0
  for (const from of allStates)
    for (const event of events)
      for (const each of facts) {
        const isListed = transitions.some(
          row =>
            row.event === event && row.from !== 'new' && row.from.some(state => key(state) === key(from)),
        )
        const move = computeTransition(from, event, each)
        if (isListed) continue
        refused += 1
        assert.deepEqual(move, { allowed: false, event, from })
      }
  assert.ok(refused > 5_000)
})

test('for one state, event and set of facts at most one row applies', () => {
  for (const from of allStates)
    for (const event of events)
      for (const each of facts) {
        const rows = transitions.filter(
          row =>
            row.event === event &&
            row.from !== 'new' &&
            row.from.some(state => key(state) === key(from)) &&
            computeTransition(from, event, each).allowed,
        )
        const unconditional = rows.filter(({ when }) => when === undefined)
        assert.ok(unconditional.length <= 1 && (unconditional.length === 0 || rows.length === 1))
      }
})

test('CANCELED and ABANDONED are final but for refunds, and CLOSED also accepts its transfer, its invoice and its delivery', () => {
  const { reached } = walk()
  for (const from of allStates.filter(({ status }) => ['CANCELED', 'ABANDONED', 'CLOSED'].includes(status)))
    for (const event of events)
      for (const each of facts) {
        const move = computeTransition(from, event, each)
        const isOfClosed =
          from.status === 'CLOSED' && /^(transfered|transfer-.+|invoice-.+|delivered)$/.test(event)
        if (reached.has(key(from)) && (event === 'refunded' || isOfClosed))
          assert.deepEqual(move.allowed && move.to, from)
        else assert.equal(move.allowed, false)
      }
})

test('only the desk moves a customer to an earlier step', () => {
  const order = [
    'WAITING',
    'CONFIRMATION',
    'FRONTDOC',
    'BACKDOC',
    'SELFIE',
    'ASYNC_ANALYSE',
    'DESK',
    'INSURANCE',
    'SIGNATURE',
    'ENTRY',
    'COMPLETE',
  ]
  for (const from of allStates)
    for (const event of events)
      for (const each of facts) {
        const move = computeTransition(from, event, each)
        if (move.allowed && order.indexOf(move.to.step) < order.indexOf(from.step))
          assert.match(event, /^(front|back|selfie)-asked-again$/)
      }
})

test('a reason to cancel is given exactly when the purchase becomes canceled or abandoned', () => {
  for (const from of allStates)
    for (const event of events)
      for (const each of facts) {
        const move = computeTransition(from, event, each)
        if (!move.allowed) continue
        assert.equal(
          move.cancelReason !== 'UNSPECIFIED_CANCEL_REASON',
          move.to.status !== from.status && ['CANCELED', 'ABANDONED'].includes(move.to.status),
        )
      }
})

test('documents and signature have three days each, and moving among them does not renew the deadline', () => {
  const now = new Date('2026-03-10T15:00:00Z')
  const terms = { now, downPaymentExpiresAt: new Date('2026-03-17T02:59:59.999Z') }
  const inThreeDays = new Date('2026-03-13T15:00:00Z')
  const earlier = new Date('2026-03-11T00:00:00Z')
  const pending = (step: PurchaseState['step']): PurchaseState => ({ status: 'PENDING', step })
  assert.deepEqual(computeDeadline(undefined, pending('WAITING'), terms), inThreeDays)
  assert.deepEqual(
    computeDeadline({ step: 'WAITING', deadlineAt: earlier }, pending('CONFIRMATION'), terms),
    earlier,
  )
  assert.equal(
    computeDeadline({ step: 'SELFIE', deadlineAt: earlier }, pending('ASYNC_ANALYSE'), terms),
    undefined,
  )
  assert.deepEqual(
    computeDeadline({ step: 'DESK', deadlineAt: undefined }, pending('SELFIE'), terms),
    inThreeDays,
  )
  assert.deepEqual(
    computeDeadline({ step: 'ASYNC_ANALYSE', deadlineAt: undefined }, pending('INSURANCE'), terms),
    inThreeDays,
  )
  assert.deepEqual(
    computeDeadline({ step: 'INSURANCE', deadlineAt: earlier }, pending('SIGNATURE'), terms),
    earlier,
  )
  assert.deepEqual(
    computeDeadline({ step: 'SIGNATURE', deadlineAt: earlier }, pending('ENTRY'), terms),
    terms.downPaymentExpiresAt,
  )
  assert.deepEqual(
    computeDeadline({ step: 'ENTRY', deadlineAt: earlier }, pending('ENTRY'), {
      now,
      downPaymentExpiresAt: undefined,
    }),
    earlier,
  )
  assert.equal(
    computeDeadline({ step: 'ENTRY', deadlineAt: earlier }, { status: 'OPEN', step: 'COMPLETE' }, terms),
    undefined,
  )
  const documents = ['WAITING', 'CONFIRMATION', 'FRONTDOC', 'BACKDOC', 'SELFIE'] as const
  for (const step of documents)
    for (const next of documents)
      assert.equal(computeDeadline({ step, deadlineAt: earlier }, pending(next), terms), earlier)
})

test('the desk has until the end of the fifth business day, over weekends and holidays', () => {
  const terms = { now: new Date('2026-04-02T15:00:00Z'), downPaymentExpiresAt: undefined }
  const state: PurchaseState = { status: 'PENDING', step: 'DESK' }
  // Good Friday is 3 April.
  assert.deepEqual(
    computeDeadline({ step: 'ASYNC_ANALYSE', deadlineAt: undefined }, state, terms),
    new Date('2026-04-11T02:59:59.999Z'),
  )
})

test('a purchase that has ended has no deadline', () => {
  const deadlineAt = new Date('2026-03-11T00:00:00Z')
  const terms = { now: deadlineAt, downPaymentExpiresAt: deadlineAt }
  for (const status of ['CANCELED', 'ABANDONED', 'PROCESSING_CANCEL'] as const)
    for (const step of ['SELFIE', 'SIGNATURE', 'ENTRY'] as const)
      assert.equal(computeDeadline({ step, deadlineAt }, { status, step }, terms), undefined)
})
