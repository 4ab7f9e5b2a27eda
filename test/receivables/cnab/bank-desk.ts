import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from '../../../src/app/app.ts'
import { parseConfig } from '../../../src/app/config/config.ts'
import { bankCommands } from '../../../src/cli/bank.ts'
import { createAccount } from '../../../src/domains/lender/accounts.ts'
import type { Billet, Payer } from '../../../src/domains/receivables/billets/billet.ts'
import { addMonths, parseCalendarDate } from '../../../src/kernel/calendar-date.ts'
import { TestClock } from '../../support/app.ts'
import { issueContractBillets, type NewContract } from '../../support/contract-billets.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database.ts'
import { asFile, type ReturnedTitle, returnLines } from './return-text.ts'
import { ACCOUNT_ID, sampleAccounts, samplePayer } from './sample-titles.ts'

/** A lender with one account at Bradesco, and an operator with a folder for files. */
export interface BankDesk {
  readonly services: App
  readonly clock: TestClock
  readonly testDatabase: TestDatabase
  readonly folder: string
  /** Contracts are numbered, so that the same contract has the same name in every database. */
  issue(
    contract: number,
    options?: {
      readonly count?: number
      readonly payer?: Partial<Payer>
      /** Instead of `count` installments of about 100.00. */
      readonly installments?: NewContract['installments']
    },
  ): Promise<Billet[]>
  run(command: string, file: string, account?: string): Promise<string>
  read(file: string): Promise<string>
  write(file: string, text: string): Promise<void>
  count(table: string, condition?: string): Promise<number>
  close(): Promise<void>
}

const { bank, ...holder } = sampleAccounts['237']
const nobody = {
  commissionCentavos: 0,
  retentionCentavos: 0,
  iofCentavos: 0,
  feeCentavos: 0,
  premiumCentavos: 0,
}
const AMOUNT_CENTAVOS = 10_000

export async function openBankDesk(): Promise<BankDesk> {
  const testDatabase = await openTestDatabase()
  const { database } = testDatabase
  const clock = new TestClock()
  const services = createApp({ config: parseConfig({}), database, clock })
  const folder = await mkdtemp(join(tmpdir(), 'crediario-bank-'))
  await createAccount(
    database,
    services.secrets,
    { ...holder, ...bank, pixKey: holder.pixKey },
    { id: ACCOUNT_ID, now: clock.now(), channel: 'file' },
  )
  return {
    services,
    clock,
    testDatabase,
    folder,
    issue(contract, { count = 3, payer = {}, installments = listMonths(count) } = {}) {
      const total = installments.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
      return database.transaction(tx =>
        issueContractBillets(services, tx, {
          retailerId: '000000000000000000000001',
          transactionId: contract.toString(16).padStart(24, '0'),
          payer: { ...samplePayer, ...payer },
          downPaymentCentavos: 0,
          installments,
          shares: { ...nobody, transferCentavos: total - 1000, interestCentavos: 1000 },
          hasLoan: false,
        }),
      )
    },
    async run(command, file, account = ACCOUNT_ID) {
      const words = command.split(' ')
      const options = { account, file: join(folder, file) }
      const found = bankCommands[command]
      if (found === undefined) throw new Error(`no command ${command}`)
      return found.run(services, { words, options })
    },
    read: file => readFile(join(folder, file), 'latin1'),
    write: (file, text) => writeFile(join(folder, file), text, 'latin1'),
    async count(table, condition = 'true') {
      const statement = { name: '', text: `SELECT count(*)::int AS count FROM ${table} WHERE ${condition}` }
      return (await database.run<{ count: number }>(statement, []))[0]?.count ?? 0
    },
    async close() {
      await rm(folder, { recursive: true })
      await testDatabase.close()
    },
  }
}

function listMonths(count: number): NewContract['installments'] {
  const first = parseCalendarDate('2026-04-09')
  return Array.from({ length: count }, (_, month) => ({
    dueDate: addMonths(first, month),
    amountCentavos: AMOUNT_CENTAVOS + month,
  }))
}

/** A return file of the lender's account. */
export function writeReturn(titles: readonly ReturnedTitle[], sequence = 1): string {
  const { agency, account } = bank
  return asFile(returnLines({ bank: '237', agency, account, sequence, titles }))
}

/** The bank's record about a billet, by default on its due date and with its amount. */
export function reportPaid(billet: Billet, changes: Partial<ReturnedTitle> = {}): ReturnedTitle {
  const [year = '', month = '', day = ''] = billet.dueDate.split('-')
  return {
    occurrence: '06',
    ourNumber: `00600000${billet.printedOurNumber.replace('-', '')}`,
    paid: billet.amountCentavos,
    occurredOn: day + month + year,
    ...changes,
  }
}
