import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Centavos } from '../../kernel/money.ts'
import { parseJson } from '../../platform/outbound/oauth-session.ts'
import type { PayoutOrder } from './order.ts'
import { PAYOUT_REFUSALS, type PayoutRefusal, type PayoutRefusalKind, type RailPayout } from './rail.ts'

/* What docs/ports/payouts.json describes. Members that we do not know are passed over. */

const OptionalText = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const Amount = Type.String({ pattern: '^[0-9]{1,12}\\.[0-9]{2}$' })
const STATES = {
  ACCEPTED: 'accepted',
  PAID: 'paid',
  FAILED: 'failed',
  CANCELED: 'canceled',
  RETURNED: 'returned',
} as const

const PayoutShape = Type.Object({
  key: Type.String(),
  providerId: OptionalText,
  state: Type.Enum(Object.keys(STATES) as (keyof typeof STATES)[]),
  amount: Amount,
  changedAt: OptionalText,
  failure: Type.Optional(
    Type.Union([Type.Null(), Type.Object({ kind: Type.String(), code: Type.String({ maxLength: 100 }) })]),
  ),
})
const RefusalShape = Type.Object({ kind: OptionalText, code: OptionalText, text: OptionalText })
const payoutCheck = Compile(PayoutShape)
const refusalCheck = Compile(RefusalShape)

const LONGEST_TEXT = 140

/** The body of PUT /payouts/{key}. Only a bank that treats retailers differently is sent the retailer. */
export function composePayoutBody(order: PayoutOrder, namesRetailer: boolean): Record<string, unknown> {
  const { name, document, to } = order.payee
  const place =
    to.kind === 'pix-key'
      ? { pixKey: { type: to.keyType, key: to.key } }
      : {
          account: {
            bank: to.bankCode,
            ...(to.ispb === undefined ? {} : { ispb: to.ispb }),
            agency: to.agency,
            number: to.account,
            digit: to.accountDigit,
            type: to.accountType,
          },
        }
  return {
    amount: writeAmount(order.amountCentavos),
    date: order.dueOn,
    text: describe(order).slice(0, LONGEST_TEXT),
    payee: { name, document, ...place },
    ...(namesRetailer && order.retailerId !== undefined && { retailer: order.retailerId }),
  }
}

const TEXTS: Readonly<Record<PayoutOrder['kind'], string>> = {
  RETAILER: 'Repasse de vendas',
  REFUND: 'Devolução',
  IOF: 'Recolhimento de IOF',
  INSURER: 'Prêmios de seguro',
}

/** Shown to the payee. The key lets people on both sides name the payment. */
const describe = ({ kind, payoutKey }: PayoutOrder): string => `${TEXTS[kind]} ${payoutKey}`

/** Undefined when the answer is not what the port describes, or is about another payout. */
export function readPayout(payoutKey: string, text: string): RailPayout | undefined {
  const body = parseJson(text)
  if (!payoutCheck.Check(body) || body.key !== payoutKey) return undefined
  return toPayout(body)
}

function toPayout(body: Static<typeof PayoutShape>): RailPayout {
  const at = body.changedAt == null ? undefined : new Date(body.changedAt)
  const { failure } = body
  return {
    state: STATES[body.state],
    providerId: body.providerId ?? undefined,
    amountCentavos: Number(body.amount.replace('.', '')),
    at: at === undefined || Number.isNaN(at.getTime()) ? undefined : at,
    failure: failure == null ? undefined : { kind: readKind(failure.kind) ?? 'INVALID', code: failure.code },
  }
}

/** By its body, or by its status where the body says nothing. */
export function readPayoutRefusal(status: number, text: string): PayoutRefusal {
  const body = parseJson(text)
  const known = refusalCheck.Check(body) ? body : {}
  const kind = readKind(known.kind ?? undefined) ?? KIND_BY_STATUS[status] ?? 'INVALID'
  return {
    outcome: 'refused',
    kind,
    code: (known.code ?? `STATUS_${status}`).slice(0, 100),
    text: (known.text ?? '').slice(0, 200),
  }
}

const KIND_BY_STATUS: Readonly<Record<number, PayoutRefusalKind>> = {
  401: 'DENIED',
  403: 'DENIED',
  404: 'NOT_FOUND',
  408: 'UNAVAILABLE',
  409: 'CONFLICT',
  429: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
}

const readKind = (text: string | undefined): PayoutRefusalKind | undefined =>
  PAYOUT_REFUSALS.find(kind => kind === text)

function writeAmount(amountCentavos: Centavos): string {
  const digits = String(amountCentavos).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
