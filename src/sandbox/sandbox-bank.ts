import { type Billet, describeBillet, type exchangeOrders } from '../domains/receivables/index.ts'
import { type CalendarDate, calendarDateAt } from '../kernel/calendar-date.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Centavos } from '../kernel/money.ts'

type Bank = Parameters<typeof exchangeOrders>[1]
type BankOrder = Parameters<Bank['accepts']>[0]
type BankReport = Awaited<ReturnType<Bank['send']>>[number]

/** ok: registered as soon as it is issued; slow and reject: answered later, by the exchange with the bank. */
type SandboxRegistration = 'ok' | 'slow' | 'reject'

interface SandboxBankOptions {
  readonly clock: Clock
  /** How the bank treats registrations that were not confirmed at issue; all are accepted when absent. */
  readonly readRegistration?: ((retailerId: string) => Promise<SandboxRegistration>) | undefined
}

interface SandboxPayment {
  /** Two payments with the same reference are one payment, reported twice. */
  readonly reference: string
  readonly method?: BankReport['method']
  /** Default: the amount due on that day. */
  readonly amountCentavos?: Centavos
  readonly paidOn?: CalendarDate
}

export interface SandboxBank extends Bank {
  /** Returns the report that a real bank would send after the customer paid. */
  pay(billet: Billet, payment: SandboxPayment): BankReport
}

/** Occurrence codes as in return files. */
const occurrences = { registered: '02', rejected: '03', paid: '06', 'written-off': '09' } as const

/** How long a slow bank takes to register a title. */
const SLOW_MS = 60_000
const REJECTION = 'the sandbox bank was told to reject it'

/** A fictitious bank: it accepts every order unless told otherwise, and customers pay on request. */
export function createSandboxBank(options: SandboxBankOptions): SandboxBank {
  const { clock, readRegistration = async () => 'ok' } = options
  const isAsked = async (order: BankOrder, behaviour: SandboxRegistration): Promise<boolean> =>
    order.movement === 'register' && (await readRegistration(order.billet.retailerId)) === behaviour

  function compose(
    billet: Billet,
    kind: keyof typeof occurrences,
    about: Pick<BankReport, 'reference' | 'method' | 'amountCentavos' | 'paidOn' | 'creditedOn'>,
  ): BankReport {
    const isPix = about.method === 'PIX'
    return {
      ...about,
      kind,
      bank: billet.barcode.slice(0, 3),
      ourNumber: isPix ? undefined : billet.ourNumber,
      pixTxid: isPix ? billet.id : undefined,
      occurrence: occurrences[kind],
      reasons: [],
    }
  }

  return {
    async accepts(order) {
      const waitMs = (await isAsked(order, 'slow')) ? SLOW_MS : 0
      return order.requestedAt.getTime() + waitMs <= clock.now().getTime()
    },

    async send(orders) {
      const answer = async (order: BankOrder): Promise<BankReport> => {
        const { id, movement, billet } = order
        const isRejected = await isAsked(order, 'reject')
        const kind = movement === 'write-off' ? 'written-off' : isRejected ? 'rejected' : 'registered'
        const report = compose(billet, kind, {
          reference: `sandbox:order:${id}`,
          method: 'BILLET',
          amountCentavos: undefined,
          paidOn: undefined,
          creditedOn: undefined,
        })
        return isRejected ? { ...report, reasons: [REJECTION] } : report
      }
      return Promise.all(orders.map(answer))
    },

    pay(billet, payment) {
      const paidOn = payment.paidOn ?? calendarDateAt(clock.now())
      return compose(billet, 'paid', {
        reference: `sandbox:payment:${payment.reference}`,
        method: payment.method ?? 'BILLET',
        amountCentavos: payment.amountCentavos ?? describeBillet(billet, paidOn).due.totalCentavos,
        paidOn,
        creditedOn: paidOn,
      })
    },
  }
}
