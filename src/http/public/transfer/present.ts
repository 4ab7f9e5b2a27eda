import type { TRANSFER_STATES, TransferAnswer } from '../../../contract/orders.ts'
import type { Answer } from '../../../contract/presented.ts'
import type { Blocker, TransferView } from '../../../domains/orders/index.ts'
import { computeTransfer } from '../../../domains/purchases/index.ts'
import { presentReais } from '../../../kernel/money.ts'

export function presentTransfer({
  purchase,
  blockers,
  expectedOn,
  reference,
}: TransferView): Answer<typeof TransferAnswer> {
  const { contract } = purchase
  const isOwn = purchase.renegotiates === undefined
  return {
    transactionId: purchase.id,
    orderId: purchase.orderId,
    state: chooseState(purchase.transferedAt, blockers),
    purchaseValue: presentReais(purchase.purchaseCentavos),
    commission: presentReais(isOwn ? contract.cmCentavos : 0),
    retention: presentReais(isOwn ? contract.retentionCentavos : 0),
    transferValue: presentReais(computeTransfer(purchase)),
    expectedOn,
    transferedAt: purchase.transferedAt?.toISOString(),
    reference,
    blockers: blockers.map(presentBlocker),
  }
}

/** What there is to wait for, when nothing has to be done. */
const WAITS = ['SETTLEMENT_DAY', 'BALANCE_OWED']

function chooseState(
  transferedAt: Date | undefined,
  blockers: readonly Blocker[],
): (typeof TRANSFER_STATES)[number] {
  if (transferedAt !== undefined) return 'TRANSFERED'
  const codes = blockers.map(({ code }) => code)
  if (codes.some(code => code === 'ENDED' || code === 'AGREEMENT' || code === 'NOTHING_DUE')) return 'NONE'
  if (codes[0] === 'TRANSFER_SENT') return 'SENT'
  return codes.every(code => WAITS.includes(code)) ? 'SCHEDULED' : 'BLOCKED'
}

function presentBlocker({
  code,
  since,
  until,
  amountCentavos,
  reason,
}: Blocker): Answer<typeof TransferAnswer>['blockers'][number] {
  return {
    code,
    since: since?.toISOString(),
    until: until?.toISOString(),
    amount: amountCentavos === undefined ? undefined : presentReais(amountCentavos),
    reason,
  }
}
