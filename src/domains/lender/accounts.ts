import { isCnpj } from '../../brazil/cnpj.ts'
import { isPixKey } from '../../brazil/pix-key.ts'
import { writeCnpj } from '../../brazil/writing.ts'
import type { LenderChannels, LenderContact } from '../../contract/lender.ts'
import type { Presented } from '../../contract/presented.ts'
import { InputError, Refused } from '../../kernel/faults.ts'
import { newId } from '../../kernel/ids.ts'
import { ShortCache } from '../../kernel/short-cache.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import {
  type AccountRow,
  accountMac,
  findAccountRow,
  findRowOfRetailer,
  insertAccount,
  listAccountRows,
} from './account-store.ts'
import { parseBankAccount } from './banks/bank-account.ts'
import type { AccountSettings, LenderAccount } from './lender-account.ts'

const CACHE_MS = 4_000
const CACHED_ACCOUNTS = 10_000

/**
 * Returns undefined when the account existed already. Throws InputError when billets cannot use it.
 */
export async function createAccount(
  db: Queryable,
  secrets: Secrets,
  settings: AccountSettings,
  options: { readonly now: Date; readonly channel: string; readonly id?: string },
): Promise<string | undefined> {
  const { bank } = parseNewAccount(settings)
  const id = options.id ?? newId(options.now.getTime())
  const row = {
    id,
    bank: bank.bank,
    agency: bank.agency,
    account: bank.account,
    accountDigit: bank.accountDigit,
    portfolio: bank.portfolio,
    agreement: bank.agreement,
    serviceCode: bank.serviceCode,
    beneficiaryName: settings.beneficiaryName,
    beneficiaryDocument: settings.beneficiaryDocument,
    beneficiaryAddress: settings.beneficiaryAddress,
    pixKey: settings.pixKey,
    city: settings.city,
    channel: options.channel,
    createdAt: options.now,
  }
  return (await insertAccount(db, secrets, row)) ? id : undefined
}

/** All accounts that this program registered; the others by their ids. */
export async function listAccounts(
  db: Queryable,
  secrets: Secrets,
): Promise<{ readonly accounts: LenderAccount[]; readonly forgedIds: string[] }> {
  const rows = await listAccountRows(db)
  return {
    accounts: rows.filter(row => accountMac.isGenuine(secrets, row)).map(row => toAccount(secrets, row)),
    forgedIds: rows.filter(row => !accountMac.isGenuine(secrets, row)).map(({ id }) => id),
  }
}

/** The accounts that may hold money. An id is not an instruction to pay, so no MAC is needed. */
export async function listAccountIdsAt(db: Queryable, bank: string): Promise<string[]> {
  return (await listAccountRows(db)).filter(row => row.bank === bank).map(({ id }) => id)
}

export async function findAccount(
  db: Queryable,
  secrets: Secrets,
  id: string,
): Promise<LenderAccount | undefined> {
  const row = await findAccountRow(db, id)
  return row && toAccount(secrets, row)
}

/** The account assigned to the retailer, or else the oldest one. */
export async function getAccountOf(
  db: Queryable,
  secrets: Secrets,
  retailerId: string | undefined,
): Promise<LenderAccount> {
  const row = await findRowOfRetailer(db, retailerId)
  if (row === undefined) throw new Refused('there is no account to issue billets for')
  return toAccount(secrets, row)
}

/** Like getAccountOf, but cached: a new assignment takes effect some seconds later. */
export function createAccountFinder(
  database: Queryable,
  secrets: Secrets,
): (retailerId: string | undefined) => Promise<LenderAccount> {
  const accounts = new ShortCache<LenderAccount>(CACHE_MS, CACHED_ACCOUNTS)
  return retailerId => accounts.get(retailerId ?? '', () => getAccountOf(database, secrets, retailerId))
}

/** Throws InputError when billets cannot use the account. */
export function checkAccount(settings: AccountSettings): void {
  parseNewAccount(settings)
}

/** Accounts of earlier versions stay in use, so that the digits are checked only of new ones. */
function parseNewAccount(settings: AccountSettings): Omit<LenderAccount, 'id' | 'channel'> {
  const account = parseAccount(settings)
  if (!isCnpj(account.beneficiaryDocument))
    throw new InputError(`${account.beneficiaryDocument} is not a CNPJ: its check digits are wrong`)
  return account
}

function parseAccount(settings: AccountSettings): Omit<LenderAccount, 'id' | 'channel'> {
  const { beneficiaryName, beneficiaryDocument, beneficiaryAddress, pixKey, city } = settings
  for (const text of [beneficiaryName, beneficiaryAddress, city])
    if (text.trim() === '') throw new InputError('a beneficiary has a name, an address and a city')
  if (!/^[0-9A-Z]{12}[0-9]{2}$/.test(beneficiaryDocument))
    throw new InputError('a beneficiary has a CNPJ of 14 characters, written without dots')
  if (!isPixKey(pixKey)) throw new InputError(`${pixKey} is not a Pix key`)
  return {
    bank: parseBankAccount(settings),
    beneficiaryName,
    beneficiaryDocument,
    beneficiaryAddress,
    pixKey,
    city,
  }
}

/** Customers would pay the forger: no billet, no Pix code and no contract names such an account. */
function toAccount(secrets: Secrets, row: AccountRow): LenderAccount {
  accountMac.check(secrets, row)
  return { id: row.id, channel: row.channel, ...parseAccount(row) }
}

/** Without a retailer, where a page belongs to none: the lender of those to whom no account was assigned. */
export type FindLenderContact = (retailerId?: string) => Promise<Presented<LenderContact> | undefined>

/** The lender is the beneficiary of the retailer's billets. A deployment without an account has none yet, and pages omit it. */
export function createLenderFinder(
  { database, secrets }: { database: Database; secrets: Secrets },
  { sac, ouvidoria, privacy, insurer, susepProcess, insuranceTerms }: LenderChannels,
): FindLenderContact {
  const findAccountOf = createAccountFinder(database, secrets)
  return async retailerId => {
    try {
      const { beneficiaryName, beneficiaryDocument } = await findAccountOf(retailerId)
      const cnpj = writeCnpj(beneficiaryDocument)
      const insurance = { insurer, susepProcess, insuranceTerms }
      return { name: beneficiaryName, cnpj, sac, ouvidoria, privacy, ...insurance }
    } catch (error) {
      if (error instanceof Refused) return undefined
      throw error
    }
  }
}
