import type { App } from '../app/app.ts'
import {
  answerAccountProposal,
  assignAccount,
  createAccount,
  findAccount,
  listAccountProposals,
  listAccounts,
  proposeAccount,
} from '../domains/lender/index.ts'
import { InputError } from '../kernel/faults.ts'
import {
  type Command,
  type CommandLine,
  getOption,
  getPerson,
  getRetailerId,
  presentTable,
} from './command.ts'
import {
  checkProposal,
  getProposalId,
  getProvenPerson,
  mustPropose,
  presentProposals,
  propose,
} from './proof.ts'

export const accountCommands: Readonly<Record<string, Command>> = {
  'accounts create': {
    async run(services, line) {
      const { database, secrets, clock } = services
      const settings = readSettings(line)
      const now = clock.now()
      if (mustPropose(services, line)) {
        const proposal = await propose(services, line, 'account.propose', (tx, author) =>
          proposeAccount(tx, secrets, settings, author),
        )
        line.act?.tell(proposal)
        return `${proposal}\n\nProposed. An approver registers it with: accounts approve ${proposal} --as EMAIL`
      }
      const id = await createAccount(database, secrets, settings, { now, channel: 'file' })
      if (id === undefined) throw new InputError('this account is registered already')
      line.act?.tell(id)
      return id
    },
  },

  'accounts proposals': {
    async run({ database, secrets }) {
      const { proposals, forgedIds } = await listAccountProposals(database, secrets)
      const shown = proposals.map(({ id, proposedBy, proposedAt, settings }) =>
        [`${id} by ${proposedBy}, ${proposedAt.toISOString()}`, JSON.stringify(settings, null, 2)].join('\n'),
      )
      return presentProposals(shown, forgedIds)
    },
  },

  'accounts approve': {
    async run(services, line) {
      const { database, secrets } = services
      const open = await listAccountProposals(database, secrets)
      const about = { table: 'account_proposals', action: 'account.propose' } as const
      await checkProposal(services, getProposalId(line), open, about)
      const { email } = await getProvenPerson(services, line, 'proposal.answer')
      const id = await answerProposal(services, line, { by: email, isApproved: true })
      return `account ${id} is registered`
    },
  },

  'accounts decline': {
    async run(services, line) {
      await answerProposal(services, line, { by: getPerson(line), isApproved: false })
      return 'declined'
    },
  },

  'accounts list': {
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
    async run(services, line) {
      const retailerId = await getRetailerId(services, line)
      const accountId = getOption(line, 'account')
      if ((await findAccount(services.database, services.secrets, accountId)) === undefined)
        throw new InputError(`there is no account ${accountId}`)
      await assignAccount(services.database, retailerId, accountId)
      line.act?.tell(accountId, { retailer: retailerId })
      return `new billets of ${retailerId} are for account ${accountId}`
    },
  },
}

async function answerProposal(
  { database, secrets, clock }: App,
  line: CommandLine,
  answer: { readonly by: string; readonly isApproved: boolean },
): Promise<string | undefined> {
  const proposal = getProposalId(line)
  const answered = { ...answer, at: clock.now() }
  const id = await answerAccountProposal(database, secrets, proposal, answered)
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
