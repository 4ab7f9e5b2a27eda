import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Bank } from './bank.ts'
import type { BankNotice, Billet } from './billet.ts'
import type { BankOrder } from './orders.ts'
import { computeCharges } from './settlement.ts'

export interface SandboxBankOptions {
  readonly clock: Clock
  /** How long the bank delays an order: some personas have a slow bank. */
  readonly delayOf?: (order: BankOrder) => number
}

export interface SandboxPayment {
  /** Two payments with the same reference are one payment, reported twice. */
  readonly reference: string
  readonly method?: BankNotice['method']
  /** Default: the amount due on that day. */
  readonly amountCentavos?: Centavos
  readonly paidOn?: CalendarDate
}

export interface SandboxBank extends Bank {
  /** Returns the notice that a real bank would send after the customer paid. */
  pay(billet: Billet, payment: SandboxPayment): BankNotice
}

/** Occurrence codes as in return files. */
const occurrences = { registered: '02', paid: '06', 'written-off': '09' } as const

/** A fictitious bank: it accepts every order, and customers pay on request. */
export function createSandboxBank({ clock, delayOf = () => 0 }: SandboxBankOptions): SandboxBank {
  function compose(
    billet: Billet,
    kind: keyof typeof occurrences,
    about: Pick<BankNotice, 'reference' | 'method' | 'amountCentavos' | 'paidOn' | 'creditedOn'>,
  ): BankNotice {
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
    accepts: order => order.requestedAt.getTime() + delayOf(order) <= clock.now().getTime(),

    async send(orders) {
      return orders.map(({ id, movement, billet }) =>
        compose(billet, movement === 'register' ? 'registered' : 'written-off', {
          reference: `sandbox:order:${id}`,
          method: 'BILLET',
          amountCentavos: undefined,
          paidOn: undefined,
          creditedOn: undefined,
        }),
      )
    },

    pay(billet, payment) {
      const paidOn = payment.paidOn ?? calendarDateAt(clock.now())
      return compose(billet, 'paid', {
        reference: `sandbox:payment:${payment.reference}`,
        method: payment.method ?? 'BILLET',
        amountCentavos: payment.amountCentavos ?? computeCharges(billet, paidOn).totalCentavos,
        paidOn,
        creditedOn: paidOn,
      })
    },
  }
}
