import { createHash } from 'node:crypto'
import { admitRequest, getBehaviour } from './behaviours.ts'
import { FieldReader, isMembers, writeHundredths } from './field-reader.ts'
import { findPayout, insertPayout, movePayout, type PayoutRecord } from './payout-store.ts'
import { newPayoutId } from './pix-ids.ts'
import { PspProblem } from './problem.ts'
import type { PspContext } from './psp-context.ts'

/** An answer of the port in docs/ports/payouts.json. */
export interface PayoutAnswer {
  readonly status: number
  readonly body: unknown
}

const KEY = /^[A-Za-z0-9]{1,35}$/

/** PUT /payouts/{key}: takes a payout once, however often it is asked for. */
export async function putPayout(
  context: PspContext,
  payoutKey: string,
  asked: unknown,
): Promise<PayoutAnswer> {
  const { database, clock } = context
  const read = readRequest(payoutKey, asked)
  if ('status' in read) return read
  const { amountCentavos, retailerId } = read
  const isOpen = await admit(context, retailerId)
  if (!isOpen) return refuse(503, 'UNAVAILABLE', 'DOWN', 'The bank is down on request: POST /sandbox/bank')
  const requestHash = createHash('sha256').update(JSON.stringify(asked)).digest()
  const now = clock.now()
  const payout = {
    payoutKey,
    requestHash,
    amountCentavos,
    providerId: newPayoutId(now),
    retailerId: retailerId ?? null,
  }
  const taken = await insertPayout(database, payout, now)
  const known = taken ?? (await findPayout(database, payoutKey))
  if (known === undefined) throw new Error('the payout was not written')
  if (!known.requestHash.equals(requestHash))
    return refuse(409, 'CONFLICT', 'OTHER_DATA', 'The key is known with other data')
  const { payouts } = await getBehaviour(database, now, retailerId)
  // Accepted, but the answer is lost: only a query shows it.
  if (payouts === 'unknown' && taken !== undefined)
    return { status: 500, body: { text: 'The answer is lost, on request: POST /sandbox/bank' } }
  return { status: taken === undefined ? 200 : 201, body: presentPayout(known) }
}

/** GET /payouts/{key}. This bank decides when it is asked. */
export async function getPayout(context: PspContext, payoutKey: string): Promise<PayoutAnswer> {
  const { database, clock } = context
  const known = KEY.test(payoutKey) ? await findPayout(database, payoutKey) : undefined
  if (known === undefined) return refuse(404, 'NOT_FOUND', 'UNKNOWN_KEY', 'This bank has no such payout')
  const retailerId = known.retailerId ?? undefined
  if (!(await admit(context, retailerId)))
    return refuse(503, 'UNAVAILABLE', 'DOWN', 'The bank is down on request: POST /sandbox/bank')
  if (known.state === 'ACCEPTED') {
    const now = clock.now()
    const { payouts } = await getBehaviour(database, now, retailerId)
    const end =
      payouts === 'fail'
        ? ({ state: 'FAILED', kind: 'PAYEE_INVALID', code: 'AC03', now } as const)
        : ({ state: 'PAID', now } as const)
    await movePayout(database, known, end)
  }
  const decided = await findPayout(database, payoutKey)
  return { status: 200, body: presentPayout(decided ?? known) }
}

/** Plays the payee's bank, which sends the money back. False unless it was paid. */
export async function returnPayout(
  { database, clock }: PspContext,
  payoutKey: string,
  code: string,
): Promise<boolean> {
  const known = await findPayout(database, payoutKey)
  if (known?.state !== 'PAID') return false
  await movePayout(database, known, { state: 'RETURNED', kind: 'PAYEE_INVALID', code, now: clock.now() })
  return true
}

/** False while the retailer has asked for a bank that is down. */
async function admit(context: PspContext, retailerId: string | undefined): Promise<boolean> {
  try {
    await admitRequest(context, [retailerId])
    return true
  } catch (error) {
    if (error instanceof PspProblem) return false
    throw error
  }
}

function readRequest(
  payoutKey: string,
  asked: unknown,
): PayoutAnswer | { readonly amountCentavos: number; readonly retailerId: string | undefined } {
  const invalid = (text: string): PayoutAnswer => refuse(400, 'INVALID', 'INVALID_FIELD', text)
  if (!KEY.test(payoutKey)) return invalid('key must be 1 to 35 letters and digits')
  if (!isMembers(asked)) return invalid('The body must be an object')
  const read = new FieldReader(asked, 'payout')
  const amountCentavos = read.require('amount', read.hundredths('amount'))
  read.require('date', read.date('date'))
  read.text('text', 140)
  const payee = read.inside('payee')
  if (payee === undefined) read.refuse('payee', 'é obrigatório')
  payee?.require('name', payee.text('name', 140))
  payee?.require(
    'document',
    payee.matching('document', /^(?:[0-9]{11}|[0-9A-Z]{12}[0-9]{2})$/, 'CPF ou CNPJ'),
  )
  if (payee !== undefined && payee.has('pixKey') === payee.has('account'))
    payee.refuse('pixKey', 'ou account é obrigatório, e não os dois')
  const key = payee?.inside('pixKey')
  key?.require('key', key.text('key', 77))
  const account = payee?.inside('account')
  account?.require('bank', account.matching('bank', /^[0-9]{3}$/, '999'))
  account?.require('agency', account.matching('agency', /^[0-9]{1,5}$/, '99999'))
  account?.require('number', account.matching('number', /^[0-9]{1,20}$/, '9…'))
  const retailerId = read.matching('retailer', /^[0-9a-f]{24}$/, 'id')
  const [violation] = read.violations
  if (violation !== undefined) return invalid(violation.razao)
  if (amountCentavos === undefined || amountCentavos === 0) return invalid('amount must be above zero')
  return { amountCentavos, retailerId }
}

function presentPayout(record: PayoutRecord): Record<string, unknown> {
  const { payoutKey, providerId, state, amountCentavos, changedAt, failureKind, failureCode } = record
  return {
    key: payoutKey,
    providerId,
    state,
    amount: writeHundredths(amountCentavos),
    changedAt: changedAt.toISOString(),
    ...(failureKind !== null && { failure: { kind: failureKind, code: failureCode ?? failureKind } }),
  }
}

function refuse(status: number, kind: string, code: string, text: string): PayoutAnswer {
  return { status, body: { kind, code, text } }
}
