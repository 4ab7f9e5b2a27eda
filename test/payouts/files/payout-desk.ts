import { randomBytes } from 'node:crypto'
import type { App } from '../../../src/app/app.ts'
import { createAccount, listAccounts } from '../../../src/domains/lender/accounts.ts'
import type { LenderAccount } from '../../../src/domains/lender/lender-account.ts'
import { type PayoutAgreement, setPayoutAgreement } from '../../../src/domains/payouts/cnab/store.ts'
import type { NewPayoutOrder, PayoutOrder } from '../../../src/domains/payouts/order.ts'
import { findOrder, lockOrder, moveOrder } from '../../../src/domains/payouts/orders.ts'
import type { Payee } from '../../../src/domains/payouts/payee.ts'
import { calendarDateAt, parseCalendarDate } from '../../../src/kernel/calendar-date.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { deriveSecrets, type Secrets } from '../../../src/platform/crypto/secrets.ts'
import { ACCOUNT_ID, sampleAccounts } from '../../receivables/cnab/sample-titles.ts'
import { openTestDatabase } from '../../support/database.ts'
import { createOwedOrder } from '../../support/owed-payouts.ts'
import { partOfApp } from '../../support/part-of-app.ts'
import { asText, linesOf, place } from './sample-payments.ts'

export const NOW = new Date('2026-11-16T13:00:00Z')
export const TODAY = calendarDateAt(NOW)

export const AGREEMENT: PayoutAgreement = {
  accountId: ACCOUNT_ID,
  agreement: '123456',
  paysAccountsBy: 'TED',
  address: {
    street: 'Avenida Paulista',
    number: '1000',
    complement: '',
    city: 'São Paulo',
    zipCode: '01310100',
    state: 'SP',
  },
}

export const MARIA: Payee = {
  name: 'Maria da Silva',
  document: '52998224725',
  to: { kind: 'pix-key', keyType: 'DOCUMENT', key: '52998224725' },
}
/** Paid by TED. */
export const JOSE: Payee = {
  name: 'José Souza',
  document: '11144477735',
  to: {
    kind: 'account',
    bankCode: '341',
    ispb: '60701190',
    agency: '1234',
    account: '56789',
    accountDigit: '7',
    accountType: 'CHECKING',
  },
}

/** A lender whose account at Bradesco pays by files. */
export interface PayoutDesk extends App {
  readonly account: LenderAccount
  /** An order of a refund that is approved and due. */
  order(payee: Payee, more?: Partial<NewPayoutOrder>): Promise<PayoutOrder>
  find(id: string): Promise<PayoutOrder>
  count(table: string, condition?: string): Promise<number>
  close(): Promise<void>
}

export async function openPayoutDesk(secrets: Secrets = deriveSecrets(randomBytes(32))): Promise<PayoutDesk> {
  const { database, close } = await openTestDatabase()
  const { bank, ...holder } = sampleAccounts['237']
  const settings = { ...holder, ...bank, pixKey: holder.pixKey }
  await createAccount(database, secrets, settings, { id: ACCOUNT_ID, now: NOW, channel: 'file' })
  await setPayoutAgreement(database, AGREEMENT, NOW)
  const [account] = (await listAccounts(database, secrets)).accounts
  if (account === undefined) throw new Error('the account is missing')
  let made = 0
  return {
    ...partOfApp({ database, secrets, clock: { now: () => NOW } }),
    account,
    order: (payee, more = {}) =>
      database.transaction(async tx => {
        const transactionId = newId()
        const order = {
          kind: 'REFUND',
          subject: transactionId,
          transactionId,
          amountCentavos: 12_345,
          payee,
          lenderAccountId: ACCOUNT_ID,
          dueOn: parseCalendarDate('2026-11-16'),
          needsApproval: false,
          ...more,
        } as const
        // Ids of one millisecond have no order.
        const { id } = await createOwedOrder(tx, secrets, order, new Date(NOW.getTime() - 60_000 + ++made))
        const created = await lockOrder(tx, secrets, id)
        const approved =
          created &&
          (await moveOrder(tx, secrets, created, 'approved', { actor: 'test', approvedBy: 'test', now: NOW }))
        if (approved === undefined) throw new Error('the order was not approved')
        return approved
      }),
    async find(id) {
      const found = await findOrder(database, secrets, id)
      if (found === undefined) throw new Error(`there is no order ${id}`)
      return found
    },
    async count(table, condition = 'true') {
      const statement = { name: '', text: `SELECT count(*)::int AS count FROM ${table} WHERE ${condition}` }
      return (await database.run<{ count: number }>(statement, []))[0]?.count ?? 0
    },
    close,
  }
}

export interface Answer {
  /** Occurrences of segment A. */
  readonly codes: string
  readonly bankNumber?: string
  readonly paidCentavos?: number
}

/** A remittance as the bank returns it: echoed, with an answer for each payment in order. */
export function answer(remittance: string, answers: readonly Answer[], sequence = 57): string {
  let at = 0
  const lines = linesOf(remittance).map(line => {
    if (line[7] === '0') return place(place(line, 143, '2'), 158, String(sequence).padStart(6, '0'))
    if (line[13] !== 'A' || line[7] !== '3') return line
    const { codes, bankNumber = '98765', paidCentavos } = answers[at++] ?? { codes: '' }
    const coded = place(line, 231, codes.padEnd(10))
    if (!/^0[03]/.test(codes)) return coded
    const paid = paidCentavos ?? Number(line.slice(119, 134))
    return place(coded, 135, `${bankNumber.padStart(20, '0')}17112026${String(paid).padStart(15, '0')}`)
  })
  return asText(lines)
}
