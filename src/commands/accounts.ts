import { BoletoError } from '../brazil/boleto-error.ts'
import type { Services } from '../composition/services.ts'
import {
  AccountError,
  answerAccountProposal,
  assignAccount,
  BANK_CODES,
  createAccount,
  findAccount,
  listAccountProposals,
  listAccounts,
  proposeAccount,
} from '../modules/billets/index.ts'
import {
  type Command,
  type CommandLine,
  getOption,
  getPerson,
  getRetailerId,
  getWord,
  presentTable,
  UsageError,
} from './command.ts'

export const accountCommands: Readonly<Record<string, Command>> = {
  'accounts create': {
    usage: `accounts create --bank ${BANK_CODES.join('|')} --agency N --account N --digit D --portfolio N [--agreement N] [--service-code N] --beneficiary NAME --document CNPJ --address TEXT --city NAME --pix-key KEY`,
    purpose:
      'register an account of the lender for billets, the oldest serving every retailer that has no other; in production a proposal',
    isAudited: true,
    async run({ database, secrets, clock, isProduction }, line) {
      const settings = readSettings(line)
      const now = clock.now()
      if (isProduction) {
        const by = getPerson(line)
        const proposal = await proposeAccount(database, secrets, settings, { by, at: now }).catch(refuse)
        line.act?.tell(proposal)
        return `${proposal}\n\nProposed. Another person registers it with: accounts approve ${proposal} --as NAME`
      }
      const id = await createAccount(database, secrets, settings, { now, channel: 'file' }).catch(refuse)
      if (id === undefined) throw new UsageError('this account is registered already')
      line.act?.tell(id)
      return id
    },
  },

  'accounts proposals': {
    usage: 'accounts proposals',
    purpose: 'show accounts that wait for a second person, with everything that would be registered',
    async run({ database }) {
      const proposals = await listAccountProposals(database)
      if (proposals.length === 0) return 'nothing waits for a second person'
      return proposals
        .map(({ id, proposedBy, proposedAt, settings }) =>
          [`${id} by ${proposedBy}, ${proposedAt.toISOString()}`, JSON.stringify(settings, null, 2)].join(
            '\n',
          ),
        )
        .join('\n\n')
    },
  },

  'accounts approve': {
    usage: 'accounts approve PROPOSAL_ID',
    purpose: 'register a proposed account; in production not the person who proposed it',
    isAudited: true,
    async run(services, line) {
      const id = await answerProposal(services, line, true)
      return `account ${id} is registered`
    },
  },

  'accounts decline': {
    usage: 'accounts decline PROPOSAL_ID',
    purpose: 'let a proposed account drop',
    isAudited: true,
    async run(services, line) {
      await answerProposal(services, line, false)
      return 'declined'
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
    isAudited: true,
    async run(services, line) {
      const retailerId = await getRetailerId(services, line)
      const accountId = getOption(line, 'account')
      if ((await findAccount(services.database, services.secrets, accountId)) === undefined)
        throw new UsageError(`there is no account ${accountId}`)
      await assignAccount(services.database, retailerId, accountId)
      line.act?.tell(accountId, { retailer: retailerId })
      return `new billets of ${retailerId} are for account ${accountId}`
    },
  },
}

async function answerProposal(
  { database, secrets, clock, isProduction }: Services,
  line: CommandLine,
  isApproved: boolean,
): Promise<string | undefined> {
  const proposal = getWord(line, 2, 'the id of the proposal')
  const answer = { by: getPerson(line), at: clock.now(), isApproved, onePersonIsEnough: !isProduction }
  const id = await answerAccountProposal(database, secrets, proposal, answer).catch(refuse)
  line.act?.tell(id ?? proposal, { proposal })
  return id
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
