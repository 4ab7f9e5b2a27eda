import { formatDigitLine } from '../../../brazil/boleto.ts'
import type { AccountEarly, AccountQuote, AccountSettlement } from '../../../contract/account.ts'
import type { Presented } from '../../../contract/presented.ts'
import {
  type Billet,
  type ComputedSettlement,
  computeQrCode,
  computeQrSvgPath,
  isRegistered,
} from '../../../domains/receivables/index.ts'
import type { EarlyOffers, OpenSettlement } from '../../../domains/servicing/index.ts'
import { presentReais } from '../../../kernel/money.ts'

export const presentEarly = ({ all, next, last }: EarlyOffers): Presented<AccountEarly> => ({
  isAhead: all.parts.some(({ isEarly }) => isEarly),
  all: presentQuote(all),
  next: presentQuote(next),
  last: last.map(presentQuote),
})

function presentQuote(settlement: ComputedSettlement<Billet>): Presented<AccountQuote> {
  return {
    value: presentReais(settlement.valueCentavos),
    saving: presentReais(settlement.discountCentavos + settlement.premiumRefundCentavos),
    overdue: presentReais(settlement.overdueCentavos),
    installments: settlement.parts.map(({ installmentNumber }) => installmentNumber),
  }
}

export function presentOpenSettlement({ settlement, billet }: OpenSettlement): Presented<AccountSettlement> {
  const { pixCode, digitLine, linkToken } = billet
  const qr = pixCode === undefined ? undefined : computeQrCode(pixCode)
  const hasLine = isRegistered(billet)
  return {
    ...presentQuote(settlement),
    date: settlement.date,
    pixCode,
    qr: qr && { size: qr.size, path: computeQrSvgPath(qr) },
    digitLine: hasLine ? digitLine : undefined,
    digitLineText: hasLine ? formatDigitLine(digitLine) : undefined,
    billetUrl: hasLine ? `/billet/${linkToken}` : undefined,
  }
}
