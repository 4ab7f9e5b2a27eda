import type { Billet, LenderAccount, Payer } from '../billets/billet.ts'
import { findDailyInterest } from '../billets/second-copy.ts'
import { composeTxid } from '../billets/txid.ts'
import type { ChargeName, NewCharge } from './pix-api.ts'

/** As on the slip: two percent once, and one percent a month. */
const FINE_PERCENT = '2.00'
const INTEREST_PERCENT_PER_MONTH = '1.00'
const PAYABLE_DAYS_AFTER_DUE = 30
const CHARGE_TEXTS = { 'down-payment': 'Entrada da compra', settlement: 'Pagamento antecipado' } as const

export function nameCharge(billet: Billet, account: LenderAccount): ChargeName {
  return {
    kind: billet.kind === 'installment' ? 'cobv' : 'cob',
    txid: composeTxid(billet),
    merchantName: account.beneficiaryName,
    merchantCity: account.city,
  }
}

/** The same terms as the billet beside it. Undefined when a down payment or a settlement can no longer be paid. */
export function describeCharge(
  billet: Billet,
  account: LenderAccount,
  payer: Payer,
  now: Date,
): NewCharge | undefined {
  const { merchantName, merchantCity, txid } = nameCharge(billet, account)
  const street = [payer.street, payer.number, payer.complement].filter(part => part !== '').join(', ')
  const common = {
    merchantName,
    merchantCity,
    txid,
    pixKey: account.pixKey,
    retailerId: billet.retailerId,
    amountCentavos: billet.amountCentavos,
    payer: {
      cpf: payer.cpf,
      name: payer.name,
      street,
      city: payer.city,
      state: payer.state,
      zipCode: payer.zipCode,
    },
  }
  if (billet.kind === 'installment')
    return {
      ...common,
      kind: 'cobv',
      text: `Parcela ${billet.installmentNumber} de ${billet.installmentCount}`,
      dueDate: billet.dueDate,
      payableDaysAfterDue: PAYABLE_DAYS_AFTER_DUE,
      ...describeCharges(billet),
    }
  const endsAtMs = Date.parse(`${billet.expirationDate}T23:59:59-03:00`)
  const expiresInSeconds = Math.floor((endsAtMs - now.getTime()) / 1_000)
  return expiresInSeconds > 0
    ? { ...common, kind: 'cob', text: CHARGE_TEXTS[billet.kind], expiresInSeconds }
    : undefined
}

/** A second copy has its charges in the amount: interest goes on by the day, on the face value alone. */
function describeCharges(billet: Billet): Pick<DueTerms, 'finePercent' | 'interest'> {
  const centavosPerDay = findDailyInterest(billet)
  if (centavosPerDay === undefined)
    return { finePercent: FINE_PERCENT, interest: { percentPerMonth: INTEREST_PERCENT_PER_MONTH } }
  return { finePercent: undefined, interest: centavosPerDay === 0 ? undefined : { centavosPerDay } }
}

type DueTerms = Extract<NewCharge, { kind: 'cobv' }>
