import type { PayoutOrder } from '../../src/domains/payouts/order.ts'
import type { PayoutRail, RailAnswer, RailPayout } from '../../src/domains/payouts/rail.ts'

/** What the bank does with the next requests; a good bank when the list is empty. */
export type SendFault = 'lost-before' | 'lost-after' | RailAnswer

/** A bank that remembers by key what it was asked to pay, and answers as the test says. */
export class StubBank implements PayoutRail {
  readonly name = 'PIX'
  readonly taken = new Map<string, RailPayout>()
  readonly sends: string[] = []
  readonly finds: string[] = []
  readonly faults: SendFault[] = []
  findFault: RailAnswer | undefined
  /** What becomes of a payout when it is asked about. */
  ends: Partial<RailPayout> = { state: 'paid' }

  async send({ payoutKey, amountCentavos }: PayoutOrder): Promise<RailAnswer> {
    this.sends.push(payoutKey)
    const fault = this.faults.shift()
    if (fault === 'lost-before') return { outcome: 'unknown', text: 'time-out' }
    if (fault !== undefined && fault !== 'lost-after') return fault
    const fresh = {
      state: 'accepted',
      providerId: `E${payoutKey}`,
      amountCentavos,
      at: undefined,
      failure: undefined,
    } as const
    const known = this.taken.get(payoutKey) ?? fresh
    this.taken.set(payoutKey, known)
    return fault === 'lost-after'
      ? { outcome: 'unknown', text: 'time-out' }
      : { outcome: 'done', value: known }
  }

  async find(payoutKey: string): Promise<RailAnswer> {
    this.finds.push(payoutKey)
    if (this.findFault !== undefined) return this.findFault
    const known = this.taken.get(payoutKey)
    if (known === undefined)
      return { outcome: 'refused', kind: 'NOT_FOUND', code: 'UNKNOWN_KEY', text: 'no such payout' }
    const decided = known.state === 'accepted' ? { ...known, ...this.ends } : known
    this.taken.set(payoutKey, decided)
    return { outcome: 'done', value: decided }
  }

  async close(): Promise<void> {}
}
