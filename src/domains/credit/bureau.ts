import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { ExchangeReason } from '../../platform/outbound/exchange.ts'

/** What the bureau receives about the person: digits only, except the e-mail. */
export interface Applicant {
  readonly cpf: string
  readonly phone: string
  readonly email: string
  readonly zipCode: string
}

/** The state of a CPF at the Receita Federal. PENDING: a declaration is missing, which is not a reason to refuse. */
export const CPF_STATUSES = ['REGULAR', 'PENDING', 'SUSPENDED', 'CANCELLED', 'NULL', 'DECEASED'] as const
export type CpfStatus = (typeof CPF_STATUSES)[number]

/** What the bureau knows beside the score. A member that is absent is unknown, which is neither good nor bad. */
export interface IdentityFacts {
  readonly name?: string
  readonly cpfStatus?: CpfStatus
  /** Whether the person is politically exposed. */
  readonly isPep?: boolean
  /** The bureau's own codes; an empty list means that there are none. */
  readonly fraudAlerts?: readonly string[]
  readonly negatives?: { readonly count: number; readonly totalCentavos: Centavos }
}

export interface BureauReport extends IdentityFacts {
  /** 0 (certain to default) to 1000. */
  readonly score: number
  readonly birthDate: CalendarDate
  /** The most the bureau would lend; absent when it gives no opinion. */
  readonly suggestedLimitCentavos?: Centavos
  /** The bureau's own id of this inquiry, for disputes. */
  readonly reference: string
}

/** Safe for a log line or a metric label: it contains nothing about the person. */
type BureauFailure = ExchangeReason | 'not-configured'

export type BureauAnswer =
  | { readonly status: 'ok'; readonly report: BureauReport }
  | { readonly status: 'unavailable'; readonly reason: BureauFailure }

/** Never rejects: an unavailable bureau is a value, so that no caller can mistake it for an approval. */
export interface Bureau {
  fetchReport(applicant: Applicant): Promise<BureauAnswer>
}
