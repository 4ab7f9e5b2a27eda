import { computePayableUntil } from '../../brazil/business-days.ts'
import { computePixChargeValue } from '../../brazil/pix-charge-value.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { isDueDateBody } from './charge-body.ts'
import { concludeCharge, lockCharge } from './charge-store.ts'
import { parseTerms } from './charge-terms.ts'
import { type Charge, openCharge } from './charges.ts'
import { parseHundredths } from './field-reader.ts'
import { findPaymentByReference, insertPayment, type NewPayment } from './payment-store.ts'
import { newEndToEndId } from './pix-ids.ts'
import type { PspContext } from './psp-context.ts'
import { queueWebhook } from './send-webhook.ts'

export interface ChargePayment {
  /** What the charge asks for on that day when absent; banks were seen to take other amounts, too. */
  readonly amountCentavos?: Centavos | undefined
  /** Now when absent. */
  readonly at?: Date | undefined
  /** The same reference is the same payment, repeated by a caller who did not get the answer. */
  readonly reference?: string | undefined
}

/** NOT_FOUND: no charge has the txid. REMOVED, EXPIRED: a payer's app would show no charge. */
export type PayOutcome =
  | { readonly endToEndId: string }
  | { readonly refused: 'NOT_FOUND' | 'REMOVED' | 'EXPIRED' }

type Parts = Omit<NewPayment, 'endToEndId' | 'txid' | 'pixKey' | 'settledAt' | 'reference'>

/**
 * Plays the payer: settles a Pix on the charge and queues its webhook. One that is paid already takes another payment,
 * as some banks do.
 */
export async function payCharge(
  context: PspContext,
  txid: string,
  payment: ChargePayment = {},
): Promise<PayOutcome> {
  const { amountCentavos, at = context.clock.now(), reference } = payment
  if (amountCentavos !== undefined && !(Number.isSafeInteger(amountCentavos) && amountCentavos > 0))
    throw new RangeError('a Pix pays whole centavos, at least one')
  return context.database.transaction(async tx => {
    const record = await lockCharge(tx, txid)
    if (record === undefined) return { refused: 'NOT_FOUND' }
    const known = reference === undefined ? undefined : await findPaymentByReference(tx, reference)
    if (known !== undefined) return { endToEndId: known }
    if (record.status.startsWith('REMOVIDA')) return { refused: 'REMOVED' }
    const charge = openCharge(context, record)
    if (isExpired(charge, at)) return { refused: 'EXPIRED' }
    const endToEndId = newEndToEndId(at)
    const parts = chooseParts(charge, calendarDateAt(at), amountCentavos)
    const pixKey = charge.body.chave
    await insertPayment(tx, { ...parts, endToEndId, txid, pixKey, settledAt: at, reference })
    await concludeCharge(tx, txid)
    await queueWebhook(context, tx, { endToEndId, pixKey, retailerId: charge.retailerId }, 'received')
    return { endToEndId }
  })
}

/** A charge stays ATIVA when its time is over: that follows from its calendar. */
export function isExpired({ body, createdAt }: Pick<Charge, 'body' | 'createdAt'>, at: Date): boolean {
  if (!isDueDateBody(body)) return at.getTime() >= createdAt.getTime() + body.calendario.expiracao * 1_000
  const { dataDeVencimento, validadeAposVencimento } = body.calendario
  return calendarDateAt(at) > computePayableUntil(dataDeVencimento, validadeAposVencimento)
}

/** What a charge costs on a day, and of what that is made up. */
export function computeParts({ body }: Pick<Charge, 'body'>, day: CalendarDate): Parts {
  const originalCentavos = parseHundredths(body.valor.original)
  if (!isDueDateBody(body)) return composeParts(originalCentavos)
  const { totalCentavos, ...others } = computePixChargeValue(
    parseTerms(body.valor, body.calendario.dataDeVencimento),
    day,
  )
  // A discount for each day early may be more than the charge; a Pix of nothing does not exist.
  const excess = Math.max(0, 1 - totalCentavos)
  const discountCentavos = others.discountCentavos - excess
  return { ...others, originalCentavos, discountCentavos, amountCentavos: totalCentavos + excess }
}

function chooseParts(charge: Charge, day: CalendarDate, amountCentavos: Centavos | undefined): Parts {
  const asked = computeParts(charge, day)
  return amountCentavos === undefined || amountCentavos === asked.amountCentavos
    ? asked
    : composeParts(amountCentavos)
}

function composeParts(amountCentavos: Centavos): Parts {
  return {
    amountCentavos,
    originalCentavos: amountCentavos,
    fineCentavos: 0,
    interestCentavos: 0,
    rebateCentavos: 0,
    discountCentavos: 0,
  }
}
