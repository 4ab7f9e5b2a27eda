import { presentMoney } from './centavos.ts'

export type LinkStatus = 'ACTIVE' | 'OPENED' | 'CLAIMED' | 'COMPLETED' | 'EXPIRED' | 'DELETED'
export type PurchaseStatus = 'PENDING' | 'OPEN' | 'CLOSED' | 'PROCESSING_CANCEL' | 'CANCELED' | 'ABANDONED'

export interface Purchase {
  readonly id: string
  readonly status: PurchaseStatus
  /** Products and delivery, as the contract stands. */
  readonly centavos: number
}

/** What the lender shows of one order. */
export interface Here {
  readonly link:
    | { readonly status: LinkStatus; readonly centavos: number; readonly isLocked: boolean }
    | undefined
  /** Every purchase of the order, the newest first. */
  readonly purchases: readonly Purchase[]
}

/** What Medusa shows of it. */
export interface There {
  readonly isCanceled: boolean
  /** What the customer was to pay with us. */
  readonly payableCentavos: number
  /** What the order costs now. */
  readonly orderCentavos: number
  readonly payment:
    | { readonly capturedCentavos: number; readonly refundedCentavos: number; readonly isOnOrder: boolean }
    | undefined
  /** A link was refused or deleted because the totals differ; the shop's people decide what becomes of the order. */
  readonly isRefused: boolean
  readonly hasWaitedLongEnough: boolean
}

interface Reasoned<Kind> {
  readonly kind: Kind
  readonly why: string
}
interface Measured<Kind> extends Reasoned<Kind> {
  readonly centavos: number
}

/** What is to be done next. */
export type Action =
  | Reasoned<'create-link'>
  | Reasoned<'delete-link'>
  | Reasoned<'refuse'>
  | Reasoned<'book'>
  | Reasoned<'cancel-here'>
  | Reasoned<'cancel-there'>
  | Measured<'refund-there'>
  | Measured<'remove-here'>
/** `report`: people have to decide. */
export type Step = { readonly kind: 'wait' } | { readonly kind: 'done' } | Reasoned<'report'> | Action

const WAIT = { kind: 'wait' } as const
const DONE = { kind: 'done' } as const
const LIVING_LINKS: readonly LinkStatus[] = ['ACTIVE', 'OPENED', 'CLAIMED']

/**
 * The next step that brings both sides together. It looks at how things stand and never at what was said to have happened, so that it
 * may run at any moment, any number of times, and after any event was lost. A step is followed by another look.
 */
export function decide(here: Here, there: There): Step {
  const sold = here.purchases.filter(({ status }) => status === 'OPEN' || status === 'CLOSED')
  if (sold.length > 1)
    return report('Há duas compras abertas para este pedido: cancele uma delas no Crediário.')
  if (here.purchases.some(({ status }) => status === 'PROCESSING_CANCEL')) return WAIT
  if (there.payment !== undefined) return settle(here, there, there.payment, sold[0])
  return there.isCanceled ? undo(here, sold[0]) : follow(here, there, sold[0])
}

/** The order waits for its purchase. */
function follow(here: Here, there: There, sold: Purchase | undefined): Step {
  const { link, purchases } = here
  if (sold !== undefined) {
    const isAsAgreed = link?.centavos === there.payableCentavos && sold.centavos <= there.payableCentavos
    if (isAsAgreed) return { kind: 'book', why: 'A compra foi aprovada.' }
    return report(
      `A compra é de ${presentMoney(sold.centavos)}, e o pedido cobra ${presentMoney(there.payableCentavos)}: cancele o pedido, e a compra será cancelada.`,
    )
  }
  if (link === undefined) {
    if (there.hasWaitedLongEnough) return { kind: 'cancel-there', why: 'Ninguém comprou no prazo.' }
    return there.isRefused ? WAIT : { kind: 'create-link', why: 'O pedido ainda não tem link.' }
  }
  const isAlive = LIVING_LINKS.includes(link.status)
  const hasLiving = purchases.some(({ status }) => status === 'PENDING')
  if (isAlive && there.orderCentavos !== there.payableCentavos)
    return {
      kind: 'refuse',
      why: `O total do pedido mudou de ${presentMoney(there.payableCentavos)} para ${presentMoney(there.orderCentavos)} depois que o link foi criado: cancele o pedido e faça outro.`,
    }
  if (hasLiving) return WAIT
  const isOver = link.isLocked || purchases.length > 0 || there.hasWaitedLongEnough
  if (isAlive) return isOver ? { kind: 'delete-link', why: explainEnd(here) } : WAIT
  if (there.isRefused && !there.hasWaitedLongEnough) return WAIT
  // Somebody bought with it, whatever the list says: it will be there at the next look.
  if (link.status === 'COMPLETED' && purchases.length === 0) return WAIT
  return { kind: 'cancel-there', why: explainEnd(here) }
}

function explainEnd({ link, purchases }: Here): string {
  const [last] = purchases
  if (last?.status === 'ABANDONED') return 'O cliente não terminou a compra no prazo.'
  if (last !== undefined) return 'A compra não foi aprovada ou foi cancelada.'
  if (link?.isLocked) return 'O link foi bloqueado depois de cinco recusas.'
  return 'Ninguém comprou no prazo.'
}

/** The order was canceled before its purchase was booked. */
function undo({ link }: Here, sold: Purchase | undefined): Step {
  if (sold?.status === 'OPEN') return { kind: 'cancel-here', why: 'O pedido foi cancelado na loja.' }
  if (sold !== undefined)
    return report(
      'O pedido foi cancelado, mas a compra já está paga até o fim: devolva o dinheiro ao cliente.',
    )
  if (link !== undefined && LIVING_LINKS.includes(link.status))
    return { kind: 'delete-link', why: 'O pedido foi cancelado na loja.' }
  return DONE
}

/** The order is paid: what was returned on one side has to be returned on the other. */
function settle(
  { purchases }: Here,
  there: There,
  payment: NonNullable<There['payment']>,
  sold: Purchase | undefined,
): Step {
  // An answer without any purchase is one about somebody else: nothing is given back because of it.
  if (purchases.length === 0)
    return report('O pedido está pago, mas o Crediário não conhece a compra: a chave é de outra loja?')
  if (!payment.isOnOrder) return { kind: 'book', why: 'O pagamento ainda não consta no pedido.' }
  const kept = payment.capturedCentavos - payment.refundedCentavos
  const standing = sold?.centavos ?? 0
  // The order was canceled while its payment was being written down.
  if (there.isCanceled && kept > 0 && sold?.status === 'OPEN')
    return { kind: 'cancel-here', why: 'O pedido foi cancelado na loja.' }
  if (standing < kept)
    return {
      kind: 'refund-there',
      centavos: kept - standing,
      why: `${presentMoney(kept - standing)} foram devolvidos no Crediário.`,
    }
  if (standing === kept) return DONE
  if (kept > 0)
    return {
      kind: 'remove-here',
      centavos: standing - kept,
      why: `${presentMoney(standing - kept)} foram devolvidos na loja.`,
    }
  if (sold?.status === 'OPEN') return { kind: 'cancel-here', why: 'A loja devolveu tudo.' }
  return report('A loja devolveu tudo, mas a compra já está paga até o fim: devolva o dinheiro ao cliente.')
}

const report = (why: string): Step => ({ kind: 'report', why })
