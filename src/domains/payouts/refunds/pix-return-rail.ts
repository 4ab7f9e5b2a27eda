import type { App } from '../../../app/app.ts'
import {
  composeRefundId,
  type PixApi,
  type PixOutcome,
  type PixRefund,
  type RefusalKind,
} from '../../pix/index.ts'
import { findOrder } from '../orders.ts'
import type { PayoutRail, PayoutRefusalKind, RailAnswer } from '../rail.ts'
import { findOrderIdByKey } from '../store.ts'

const TEXT = 'Devolução da sua compra no crediário'

/**
 * Gives a received Pix back, whole or in part, through the PSP that received it; every other order uses the rail
 * itself. The order's key is the id of the return, so that it is made once however often it is asked for.
 */
export function createReturningRail(rail: PayoutRail, app: App, pixApi: PixApi): PayoutRail {
  return {
    name: rail.name,
    givesPixBack: true,
    async send(order) {
      const { payoutKey, amountCentavos, payee } = order
      const { returnOf: endToEndId } = payee
      if (endToEndId === undefined) return rail.send(order)
      const refundId = composeRefundId(payoutKey)
      return answer(await pixApi.refund({ endToEndId, refundId, amountCentavos, text: TEXT }))
    },
    async find(payoutKey) {
      const endToEndId = await findReturned(app, payoutKey)
      if (endToEndId === undefined) return rail.find(payoutKey)
      return answer(await pixApi.findRefund(endToEndId, composeRefundId(payoutKey)))
    },
    close: () => rail.close(),
  }
}

/** By the order, which nobody can change without the key of this deployment. */
async function findReturned(app: App, payoutKey: string): Promise<string | undefined> {
  const { database, secrets } = app
  const orderId = await findOrderIdByKey(database, payoutKey)
  const order = orderId === undefined ? undefined : await findOrder(database, secrets, orderId)
  return order?.payee.returnOf
}

const KIND_OF: Readonly<Record<Exclude<RefusalKind, 'UNTRUSTED'>, PayoutRefusalKind>> = {
  INVALID: 'INVALID',
  CONFLICT: 'CONFLICT',
  NOT_FOUND: 'NOT_FOUND',
  DENIED: 'DENIED',
  UNAVAILABLE: 'UNAVAILABLE',
}

function answer(outcome: PixOutcome<PixRefund>): RailAnswer {
  if (outcome.outcome === 'unknown') return outcome
  if (outcome.outcome === 'refused') {
    const { kind, code, text } = outcome
    return kind === 'UNTRUSTED' ? { outcome: 'unknown', text } : { ...outcome, kind: KIND_OF[kind], code }
  }
  const { status, rtrId, amountCentavos, settledAt } = outcome.value
  const about = { providerId: rtrId, amountCentavos }
  switch (status) {
    case 'PROCESSING':
      return { outcome: 'done', value: { ...about, state: 'accepted', at: undefined, failure: undefined } }
    case 'DONE':
      return { outcome: 'done', value: { ...about, state: 'paid', at: settledAt, failure: undefined } }
    case 'FAILED': {
      const failure = { kind: 'PAYEE_INVALID', code: 'NAO_REALIZADO' } as const
      return { outcome: 'done', value: { ...about, state: 'failed', at: undefined, failure } }
    }
  }
}
