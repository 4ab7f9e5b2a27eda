import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STATUSES, STEPS, type Status, type Step } from '../../contract/enums.ts'
import type { PurchaseEvent } from '../../contract/purchase-events.ts'
import { computeTransition, type TransitionFacts, transitions } from './transitions.ts'

/*
 * The life of a purchase once more, in product terms: event, condition, where it may happen, where it leads, who does
 * it, and what the retailer is notified of besides the step. A changed row changes what retailers see.
 */
const LIFE = `
plan-decided         agreement  CONFIRMATION   OPEN              operator  APPROVED
onboarding-opened    -          WAITING        CONFIRMATION      customer
phone-confirmed      agreement  CONFIRMATION   SIGNATURE         customer
phone-confirmed      purchase   CONFIRMATION   FRONTDOC          customer
front-received       -          FRONTDOC       BACKDOC           customer
back-received        -          BACKDOC        SELFIE            customer
selfie-received      -          SELFIE         ASYNC_ANALYSE     customer
analysis-passed      insurable  ASYNC_ANALYSE  INSURANCE         system
analysis-passed      decided    ASYNC_ANALYSE  SIGNATURE         system
analysis-unsure      -          ASYNC_ANALYSE  DESK              system
analysis-refused     -          ASYNC_ANALYSE  CANCELED          system    DENIED      ONBOARDING_REFUSED
desk-validated       insurable  DESK           INSURANCE         operator
desk-validated       decided    DESK           SIGNATURE         operator
desk-refused         -          DESK           CANCELED          operator  DENIED      ONBOARDING_REFUSED
front-asked-again    -          DESK           FRONTDOC          operator
back-asked-again     -          DESK           BACKDOC           operator
selfie-asked-again   -          DESK           SELFIE            operator
insurance-answered   -          INSURANCE      SIGNATURE         customer
signed               unpaid     SIGNATURE      ENTRY             customer
signed               paid       SIGNATURE      OPEN              customer  APPROVED
down-payment-paid    -          before-entry   as-it-was         bank
down-payment-paid    -          ENTRY          OPEN              bank      APPROVED
delivered            -          OPEN           as-it-was         retailer
delivered            -          CLOSED         as-it-was         retailer
installment-paid     -          OPEN           as-it-was         bank      PAID
installment-overdue  -          OPEN           as-it-was         system    OVERDUE
last-billet-paid     -          OPEN           CLOSED            bank      CLOSED
transfer-ordered     -          OPEN           as-it-was         system
transfer-ordered     -          CLOSED         as-it-was         system
transfered           -          OPEN           as-it-was         system    TRANSFERED
transfered           -          CLOSED         as-it-was         system    TRANSFERED
transfer-failed      -          OPEN           as-it-was         bank
transfer-failed      -          CLOSED         as-it-was         bank
refunded             -          lasting        as-it-was         bank      REFUNDED
refunded             -          canceling      as-it-was         bank      REFUNDED
refunded             -          canceled       as-it-was         bank      REFUNDED
refunded             -          abandoned      as-it-was         bank      REFUNDED
deadline-passed      -          pending        ABANDONED         system    DENIED      CUSTOMER_ABANDONED
cancel-requested     retailer   living         PROCESSING_CANCEL retailer
cancel-requested     customer   living         PROCESSING_CANCEL customer
cancel-finished      retailer   canceling      CANCELED          system    CANCELED    RETAILER_CANCELED
cancel-finished      customer   canceling      CANCELED          system    CANCELED    CANCELLED_BY_CUSTOMER
products-removed     -          living         CANCELED          retailer  CANCELED    NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS
payment-link-deleted -          pending        CANCELED          retailer  CANCELED    PAYMENT_LINK_DELETED
debt-released        -          OPEN           CLOSED            operator  CLOSED
fraud-proven         -          OPEN           CANCELED          operator  CANCELED    ONBOARDING_REFUSED
renegotiation-failed agreement  OPEN           CANCELED          system    CANCELED    RENEGOTIATION_FAILED
original-canceled    agreement  living         CANCELED          retailer  CANCELED    RETAILER_CANCELED
invoice-received     -          lasting        as-it-was         retailer
invoice-matched      -          lasting        as-it-was         system    VALIDATED
invoice-validated    -          lasting        as-it-was         operator  VALIDATED
invoice-refused      -          lasting        as-it-was         operator  REFUSED
`

interface State {
  readonly status: Status
  readonly step: Step
}

const pending = STEPS.filter(step => step !== 'COMPLETE').map((step): State => ({ status: 'PENDING', step }))
const open: State = { status: 'OPEN', step: 'COMPLETE' }
const closed: State = { status: 'CLOSED', step: 'COMPLETE' }
const places: Readonly<Record<string, readonly State[]>> = {
  pending,
  OPEN: [open],
  CLOSED: [closed],
  'before-entry': pending.filter(({ step }) => step !== 'ENTRY'),
  living: [...pending, open],
  lasting: [...pending, open, closed],
  canceling: [...pending, open].map(({ step }) => ({ status: 'PROCESSING_CANCEL', step })),
  canceled: [...pending, open].map(({ step }) => ({ status: 'CANCELED', step })),
  abandoned: pending.map(({ step }) => ({ status: 'ABANDONED', step })),
}
const conditions: Readonly<Record<string, (facts: TransitionFacts) => boolean>> = {
  '-': () => true,
  insurable: ({ isInsuranceOpen }) => isInsuranceOpen,
  decided: ({ isInsuranceOpen }) => !isInsuranceOpen,
  paid: ({ isDownPaymentSettled }) => isDownPaymentSettled,
  unpaid: ({ isDownPaymentSettled }) => !isDownPaymentSettled,
  retailer: ({ canceledBy }) => canceledBy === 'retailer',
  customer: ({ canceledBy }) => canceledBy === 'customer',
  agreement: ({ isAgreement }) => isAgreement === true,
  purchase: ({ isAgreement }) => isAgreement !== true,
}
const isStatus = (text: string): text is Status => STATUSES.some(status => status === text)
const isStep = (text: string): text is Step => STEPS.some(step => step === text)

function findTarget(to: string, from: State): State {
  if (to === 'OPEN') return open
  if (isStatus(to)) return { status: to, step: from.step }
  return isStep(to) ? { status: 'PENDING', step: to } : from
}

const rows = LIFE.trim()
  .split('\n')
  .map(line => {
    const [event = '', condition = '', place = '', to = '', by, publishes, reason] = line.split(/ +/)
    const from = isStep(place) ? pending.filter(({ step }) => step === place) : places[place]
    const applies = conditions[condition]
    assert.ok(from && applies, line)
    return { event: event as PurchaseEvent, applies, from, to, by, publishes, reason }
  })

const everyState = STATUSES.flatMap(status => STEPS.map((step): State => ({ status, step })))
const everyEvent = new Set([...rows, ...transitions].map(({ event }) => event))
const everyFacts = [true, false].flatMap(isInsuranceOpen =>
  [true, false].flatMap(isDownPaymentSettled =>
    (['retailer', 'customer', undefined] as const).flatMap(canceledBy =>
      [true, false].map(isAgreement => ({ isInsuranceOpen, isDownPaymentSettled, canceledBy, isAgreement })),
    ),
  ),
)

test('a purchase moves exactly as the table of its life says, by whom and with which event', () => {
  for (const from of everyState)
    for (const event of everyEvent)
      for (const facts of everyFacts) {
        const row = rows.find(
          each =>
            each.event === event &&
            each.applies(facts) &&
            each.from.some(({ status, step }) => status === from.status && step === from.step),
        )
        const move = computeTransition(from, event, facts)
        const label = `${event} in ${from.status}/${from.step}`
        if (row === undefined) {
          assert.deepEqual(move, { allowed: false, event, from }, label)
          continue
        }
        const to = findTarget(row.to, from)
        const expected = {
          allowed: true,
          event,
          by: row.by,
          to,
          cancelReason: row.reason ?? 'UNSPECIFIED_CANCEL_REASON',
          publishes: row.publishes,
          entersStep: to.step !== from.step,
        }
        assert.deepEqual(move, expected, label)
      }
})

test('a transaction is created by an authorization, as the replacement of another, as an agreement, or as a plan', () => {
  const born = transitions.filter(({ from }) => from === 'new')
  assert.deepEqual(
    born.map(({ event, to, by }) => [event, to, by]),
    [
      ['authorized', { status: 'PENDING', step: 'WAITING' }, 'retailer'],
      ['continued', 'as its predecessor', 'retailer'],
      ['agreement-accepted', { status: 'PENDING', step: 'CONFIRMATION' }, 'customer'],
      ['plan-decided', { status: 'PENDING', step: 'CONFIRMATION' }, 'operator'],
    ],
  )
})
