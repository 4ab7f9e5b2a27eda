import type { Answer } from '../../../contract/presented.ts'
import type { BalanceAnswer } from '../../../contract/shop-reports.ts'
import type { readBalance } from '../../../domains/shop-reports/index.ts'
import { presentReais } from '../../../kernel/money.ts'

export function presentBalance(read: Awaited<ReturnType<typeof readBalance>>): Answer<typeof BalanceAnswer> {
  const { asOf, nextTransfer, calendar } = read
  return {
    asOf: asOf.toISOString(),
    balance: presentReais(read.balanceCentavos),
    sent: presentReais(read.sentCentavos),
    scheduled: presentReais(read.scheduledCentavos),
    held: presentReais(read.heldCentavos),
    owedBack: presentReais(read.owedBackCentavos),
    other: presentReais(read.otherCentavos),
    nextTransfer:
      nextTransfer === undefined
        ? null
        : {
            date: nextTransfer.date,
            amount: presentReais(nextTransfer.amountCentavos),
            orders: nextTransfer.orders,
          },
    calendar: calendar.map(({ date, kind, reason, amountCentavos, nettedCentavos, orders }) => ({
      date,
      kind,
      reason,
      amount: presentReais(amountCentavos),
      nettedAmount: presentReais(nettedCentavos),
      orders,
    })),
  }
}
