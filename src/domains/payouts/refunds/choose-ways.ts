import type { RefundAccount, RefundWay } from '../../../contract/refunds.ts'
import { addDays, calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Purchase } from '../../purchases/index.ts'
import { isPayable, type Payee } from '../payee.ts'
import type { PixReceipt } from './refund-books.ts'

/** A part of a refund, and where it goes. */
export interface ChosenWay {
  readonly way: RefundWay
  readonly amountCentavos: Centavos
  readonly payee: Payee
  /** The account that received the Pix; undefined: the retailer's. */
  readonly lenderAccountId: string | undefined
}

/** A Pix is given back within 90 days of its payment; the last day is left to clocks that differ. */
const PIX_RETURN_DAYS = 89
/** The bank compares the document, not the name. */
const UNNAMED = 'CLIENTE'

/**
 * Splits a refund over the Pix payments that can still be given back, the named one first, then the newest. The rest
 * goes to the account that was given with the cancellation, or to the Pix key that is the customer's CPF. Every order
 * names the customer's CPF, so that the receiving bank refuses an account of somebody else.
 */
export function chooseWays(
  refund: { readonly reference: string; readonly amountCentavos: Centavos },
  known: {
    readonly customer: Pick<Purchase['customer'], 'cpf' | 'name'>
    readonly account: RefundAccount | undefined
    /** Empty where no Pix can be given back. */
    readonly receipts: readonly PixReceipt[]
    /** By end-to-end id: what goes back already. */
    readonly givenBack: ReadonlyMap<string, Centavos>
    readonly now: Date
  },
): ChosenWay[] {
  const { customer, account, receipts, givenBack, now } = known
  const today = calendarDateAt(now)
  const isOwn = ({ endToEndId }: PixReceipt): boolean => refund.reference === `payment:pix:${endToEndId}`
  const ordered = [...receipts.filter(isOwn), ...receipts.filter(each => !isOwn(each))]
  const own = chooseOwnPlace(customer, account)
  const ways: ChosenWay[] = []
  let left = refund.amountCentavos
  for (const { endToEndId, amountCentavos, receivedAt, lenderAccountId } of ordered) {
    const isRecent = today <= addDays(calendarDateAt(receivedAt), PIX_RETURN_DAYS)
    const part = Math.min(left, amountCentavos - (givenBack.get(endToEndId) ?? 0))
    if (!isRecent || lenderAccountId === null || part <= 0) continue
    const payee = { ...own.payee, returnOf: endToEndId }
    ways.push({ way: 'PIX_RETURN', amountCentavos: part, payee, lenderAccountId })
    left -= part
  }
  if (left > 0) ways.push({ ...own, amountCentavos: left })
  return ways
}

/** For what does not go back by Pix. An account with wrong check digits counts as none. */
export function chooseOwnPlace(
  customer: Pick<Purchase['customer'], 'cpf' | 'name'>,
  account: RefundAccount | undefined,
): Omit<ChosenWay, 'amountCentavos'> {
  const named = { name: customer.name ?? UNNAMED, document: customer.cpf }
  const given = account && { ...named, to: toPlace(account) }
  if (given !== undefined && isPayable(given))
    return { way: 'ACCOUNT', payee: given, lenderAccountId: undefined }
  const to = { kind: 'pix-key', keyType: 'DOCUMENT', key: customer.cpf } as const
  return { way: 'CPF_KEY', payee: { ...named, to }, lenderAccountId: undefined }
}

const toPlace = (account: RefundAccount): Payee['to'] => ({
  kind: 'account',
  bankCode: account.numeroBanco,
  agency: account.agencia,
  account: account.numeroConta,
  accountDigit: account.digitoConta,
  accountType: account.tipoConta === 'POUPANCA' ? 'SAVINGS' : 'CHECKING',
})
