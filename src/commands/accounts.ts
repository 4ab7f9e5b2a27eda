import { BoletoError } from '../brazil/boleto-error.ts'
import {
  AccountError,
  assignAccount,
  BANK_CODES,
  createAccount,
  findAccount,
  listAccounts,
} from '../modules/billets/index.ts'
import {
  type Command,
  type CommandLine,
  getOption,
  getRetailerId,
  presentTable,
  UsageError,
} from './command.ts'

export const accountCommands: Readonly<Record<string, Command>> = {
  'accounts create': {
    usage: `accounts create --bank ${BANK_CODES.join('|')} --agency N --account N --digit D --portfolio N [--agreement N] [--service-code N] --beneficiary NAME --document CNPJ --address TEXT --city NAME --pix-key KEY`,
    purpose:
      'register an account of the lender for billets; the oldest serves every retailer that has no other',
    async run({ database, secrets, clock }, line) {
      const id = await createAccount(database, secrets, readSettings(line), {
        now: clock.now(),
        channel: 'file',
      }).catch(refuse)
      if (id === undefined) throw new UsageError('this account is registered already')
      return id
    },
  },

  'accounts list': {
    usage: 'accounts list',
    purpose: 'show the accounts for billets, the oldest first',
    async run({ database, secrets }) {
      const { accounts, forgedIds } = await listAccounts(database, secrets)
      const forged = forgedIds.map(
        id => `\n${id} was written or changed outside the program: nothing is issued for it`,
      )
      const table = presentTable(
        ['ID', 'BANK', 'ACCOUNT', 'PORTFOLIO', 'CHANNEL', 'BENEFICIARY'],
        accounts.map(({ id, bank, channel, beneficiaryName }) => [
          id,
          bank.bank,
          bank.printedAccount,
          bank.portfolio,
          channel,
          beneficiaryName,
        ]),
      )
      return table + forged.join('')
    },
  },

  'accounts assign': {
    usage: 'accounts assign --retailer ID --account ID',
    purpose: 'issue the billets of a retailer for this account from now on',
    async run(services, line) {
      const retailerId = await getRetailerId(services, line)
      const accountId = getOption(line, 'account')
      if ((await findAccount(services.database, services.secrets, accountId)) === undefined)
        throw new UsageError(`there is no account ${accountId}`)
      await assignAccount(services.database, retailerId, accountId)
      return `new billets of ${retailerId} are for account ${accountId}`
    },
  },
}

function readSettings(line: CommandLine) {
  const optional = (name: string): string => String(line.options[name] ?? '')
  return {
    bank: getOption(line, 'bank'),
    agency: getOption(line, 'agency'),
    account: getOption(line, 'account'),
    accountDigit: getOption(line, 'digit'),
    portfolio: getOption(line, 'portfolio'),
    agreement: optional('agreement'),
    serviceCode: optional('service-code'),
    beneficiaryName: getOption(line, 'beneficiary'),
    beneficiaryDocument: getOption(line, 'document').replaceAll(/[./-]/g, '').toUpperCase(),
    beneficiaryAddress: getOption(line, 'address'),
    pixKey: getOption(line, 'pix-key'),
    city: getOption(line, 'city'),
  }
}

function refuse(error: unknown): never {
  if (error instanceof AccountError || error instanceof BoletoError) throw new UsageError(error.message)
  throw error
}
