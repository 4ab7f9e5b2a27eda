import { decodeBarcode, findOurNumber, parseDigitLine } from '../../../../brazil/boleto.ts'
import { parsePix } from '../../../../brazil/pix-reading.ts'
import type { CalendarDate } from '../../../../kernel/calendar-date.ts'
import type { LenderAccount } from '../../../lender/index.ts'
import type { Billet, Payer } from '../billet.ts'

/** Everything that is printed about one billet. */
export interface BilletSheet {
  readonly billet: Billet
  readonly account: LenderAccount
  readonly payer: Payer
  readonly shop: Shop
  /** The day on which it is printed: a late billet, or one paid in part, then says what is owed on it. */
  readonly printedOn?: CalendarDate
}

/** Whose sale the title stands for. Its company is known once its name and number were both registered. */
interface Shop {
  readonly name: string
  readonly legalName?: string | undefined
  readonly cnpj?: string | null | undefined
}

/**
 * Banks read the codes, people read the text: a slip is issued only when both state the same bank, account, amount and
 * day. The check digits are verified too.
 */
export function checkSheet({ billet, account }: BilletSheet): void {
  const refuse = (what: string) => new Error(`billet ${billet.id}: its codes name another ${what}`)
  if (parseDigitLine(billet.digitLine) !== billet.barcode) throw refuse('barcode')
  // The due factor repeats every 24 years; reading it relative to the day of issue makes it unambiguous.
  const decoded = decodeBarcode(billet.barcode, billet.issuedOn)
  if (decoded.bank !== account.bank.bank) throw refuse('bank')
  if (decoded.amountCentavos !== billet.amountCentavos) throw refuse('amount')
  if (decoded.dueDate !== billet.dueDate) throw refuse('due date')
  if (findOurNumber(account.bank, decoded.freeField) !== billet.ourNumber) throw refuse('title or account')
  if (billet.pixCode === undefined) return
  const pix = parsePix(billet.pixCode)
  // The code of a charge was checked when the PSP answered, and has a MAC since; its amount is at the PSP.
  if ('url' in pix.target) {
    if ((pix.amountCentavos ?? billet.amountCentavos) !== billet.amountCentavos) throw refuse('Pix amount')
    return
  }
  if (pix.target.key !== account.pixKey) throw refuse('Pix key')
  if (pix.amountCentavos !== billet.amountCentavos) throw refuse('Pix amount')
}
