import type { Account } from './account-store.ts'
import type { ConnectorContext } from './context.ts'
import type { Finding } from './doctor.ts'
import type { Operation } from './operation-store.ts'
import type { PaymentState } from './payment-states.ts'
import type { Payment } from './payment-store.ts'

/** A call that tells the platform how a payment ended. */
export interface Callback {
  /** As the platform gave it, to the byte. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The platform did not answer, or not about the matter: the same may be asked again. */
export class PlatformAway extends Error {
  readonly status: number | undefined

  constructor(status: number | undefined) {
    super(`the platform answered ${status ?? 'nothing'}`)
    this.name = 'PlatformAway'
    this.status = status
  }
}

/** What differs between platforms. */
export interface Platform {
  readonly name: string
  /** Where a shop begins the installation, if it begins it. */
  readonly installAddress?: string | undefined
  /** Kinds of callbacks that a change of the payment calls for. */
  listCallbacks(change: { readonly from: PaymentState; readonly to: PaymentState }): readonly string[]
  /** Of a refund that left the payment as it is: a part that was given back, or a refusal. */
  listRefundCallbacks?(operation: Pick<Operation, 'state' | 'reference'>): readonly string[]
  /** Composed when it is sent, from the payment as it is then; undefined where there is nothing left to tell. */
  composeCallback(
    context: ConnectorContext,
    told: { readonly account: Account; readonly payment: Payment; readonly kind: string },
  ): Promise<Callback | undefined>
  /** What the shop's own side shows, in the platform's word; undefined where it cannot be asked. */
  readForeignState?(
    context: ConnectorContext,
    about: { readonly account: Account; readonly payment: Payment },
  ): Promise<string | undefined>
  /** Runs the platform's own flow as far as it goes without a shopper. */
  examine(context: ConnectorContext, account: Account): Promise<readonly Finding[]>
}
