import { type Billet, composeTxid, type LenderAccount, type Payer } from '../../modules/billets/index.ts'
import type { ChargeName, NewCharge } from '../../modules/pix/index.ts'

/** As on the slip: two percent once, and one percent a month. */
const FINE_PERCENT = '2.00'
const INTEREST_PERCENT_PER_MONTH = '1.00'
const PAYABLE_DAYS_AFTER_DUE = 30

export function nameCharge(billet: Billet, account: LenderAccount): ChargeName {
  return {
    kind: billet.kind === 'down-payment' ? 'cob' : 'cobv',
    txid: composeTxid(billet),
    merchantName: account.beneficiaryName,
    merchantCity: account.city,
  }
}

/** The same terms as the billet beside it. Undefined when a down payment can no longer be paid. */
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
      finePercent: FINE_PERCENT,
      interestPercentPerMonth: INTEREST_PERCENT_PER_MONTH,
    }
  const endsAtMs = Date.parse(`${billet.expirationDate}T23:59:59-03:00`)
  const expiresInSeconds = Math.floor((endsAtMs - now.getTime()) / 1_000)
  return expiresInSeconds > 0
    ? { ...common, kind: 'cob', text: 'Entrada da compra', expiresInSeconds }
    : undefined
}
