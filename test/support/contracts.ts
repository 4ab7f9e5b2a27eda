import type { App } from '../../src/app/app.ts'
import { createAccount } from '../../src/domains/lender/accounts.ts'
import type { Billet, Payer } from '../../src/domains/receivables/billets/billet.ts'
import { addMonths, calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { newId } from '../../src/kernel/ids.ts'
import { deriveSecrets } from '../../src/platform/crypto/secrets.ts'
import { DEMONSTRATION_ACCOUNT } from '../../src/sandbox/demonstration-account.ts'
import { TestClock } from './app.ts'
import { issueContractBillets, type NewContract } from './contract-billets.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { partOfApp } from './part-of-app.ts'

export const PAYER: Payer = {
  name: 'Maria Aparecida de Souza',
  cpf: '52998224725',
  street: 'Rua das Laranjeiras',
  number: '100',
  complement: 'Apto 12',
  city: 'São Paulo',
  state: 'SP',
  zipCode: '01310100',
}

export interface Lender extends App {
  readonly testDatabase: TestDatabase
  readonly clock: TestClock
  readonly retailerId: string
}

/** A database with the demonstration account, without the rest of the service. */
export async function openLender(): Promise<Lender> {
  const testDatabase = await openTestDatabase()
  const { database } = testDatabase
  const clock = new TestClock()
  const { id, ...account } = DEMONSTRATION_ACCOUNT
  const secrets = deriveSecrets(Buffer.alloc(32, 7))
  await createAccount(database, secrets, account, { id, now: clock.now(), channel: 'sandbox' })
  return { ...partOfApp({ database, secrets, clock }), testDatabase, retailerId: newId() }
}

/** Installments one month apart; a tenth of each is interest. */
export function newContract(lender: Lender, terms: Partial<NewContract> = {}): NewContract {
  const today = calendarDateAt(lender.clock.now())
  const installments =
    terms.installments ??
    [1, 2, 3].map(month => ({ dueDate: addMonths(today, month), amountCentavos: 10_000 }))
  const total = installments.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
  const interestCentavos = Math.floor(total / 10)
  return {
    retailerId: lender.retailerId,
    transactionId: newId(),
    payer: PAYER,
    downPaymentCentavos: 5_000,
    installments,
    shares: {
      transferCentavos: total - interestCentavos,
      commissionCentavos: 0,
      retentionCentavos: 0,
      iofCentavos: 0,
      interestCentavos,
      feeCentavos: 0,
      premiumCentavos: 0,
    },
    ...terms,
  }
}

export function issue(lender: Lender, terms?: Partial<NewContract>): Promise<Billet[]> {
  return lender.database.transaction(tx => issueContractBillets(lender, tx, newContract(lender, terms)))
}

/** One-off SQL of a test. */
export function queryLender<Row>(
  { database }: Lender,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return database.run<Row>({ name: '', text }, values)
}
