import type { App } from '../app/app.ts'
import { writeCnpj } from '../brazil/writing.ts'
import { accountOf, computeBalances } from '../domains/ledger/index.ts'
import { findWatchedDebt } from '../domains/payouts/index.ts'
import {
  answerRetailerProposal,
  changeTerms,
  findTerms,
  listRetailerProposals,
  needsSecondPerson,
  proposeTerms,
  type TermsChanges,
} from '../domains/retailers/index.ts'
import { findAccountChanges } from '../domains/staff/index.ts'
import { InputError } from '../kernel/faults.ts'
import { isForgeryOf } from '../platform/crypto/row-mac.ts'
import {
  type Command,
  type CommandLine,
  getOption,
  getPerson,
  getRetailerId,
  presentAmount,
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
import { applyTheme, listTheme, readThemeChanges } from './retailer-themes.ts'

/** The option in which each field is typed. */
const OPTIONS: Readonly<Record<string, string>> = {
  legalName: 'legal-name',
  cnpj: 'cnpj',
  schedule: 'schedule',
  suspension: 'reason',
  bankCode: 'bank',
  agency: 'agency',
  account: 'account-number',
  accountDigit: 'digit',
  accountType: 'account-type',
  pixKey: 'pix-key',
  holder: 'holder',
  accent: 'accent',
  logo: 'logo',
  cancellationCosts: 'cancellation-costs',
}
const ACCOUNT_OPTIONS = ['bank', 'agency', 'account-number', 'digit', 'account-type'] as const

export const retailerTermsCommands: Readonly<Record<string, Command>> = {
  'retailers update': {
    async run(services, line) {
      const retailerId = await getRetailerId(services, line)
      const theme = await readThemeChanges(line)
      if (theme !== undefined) return applyTheme(services, line, retailerId, theme).catch(refuse)
      const changes = readChanges(line)
      if (!mustPropose(services, line) || !needsSecondPerson(changes))
        return applyChanges(services, line, retailerId, changes)
      const id = await propose(services, line, 'retailer.propose', (tx, author) =>
        proposeTerms(tx, services.secrets, retailerId, changes, author),
      ).catch(refuse)
      line.act?.tell(id, { retailer: retailerId })
      return `${id}\n\nProposed. An approver decides with: retailers approve ${id} --as EMAIL`
    },
  },

  'retailers proposals': {
    async run({ database, secrets }) {
      const { proposals, forgedIds } = await listRetailerProposals(database, secrets)
      const shown = proposals.map(({ id, retailerId, proposedBy, proposedAt, changes }) => {
        const head = `${id} by ${proposedBy}, ${proposedAt.toISOString()}, retailer ${retailerId}`
        return [head, JSON.stringify(changes, null, 2)].join('\n')
      })
      return presentProposals(shown, forgedIds)
    },
  },

  'retailers approve': {
    async run(services, line) {
      const { database, secrets } = services
      const open = await listRetailerProposals(database, secrets)
      const id = getProposalId(line)
      const proposal = open.proposals.find(each => each.id === id)
      const owners = proposal && (await findAccountChanges(services, proposal.retailerId)).change
      if (owners?.id === id)
        throw new InputError(
          `an owner of the retailer proposed ${id}: another owner approves it, or 48 hours do. To stop it: retailers decline ${id} --as EMAIL`,
        )
      const about = { table: 'retailer_proposals', action: 'retailer.propose' } as const
      await checkProposal(services, id, open, about)
      const { email } = await getProvenPerson(services, line, 'proposal.answer')
      const { retailerId, version } = await answerProposal(services, line, { by: email, isApproved: true })
      return `retailer ${retailerId} is changed, version ${version}`
    },
  },

  'retailers decline': {
    async run(services, line) {
      await answerProposal(services, line, { by: getPerson(line), isApproved: false })
      return 'declined'
    },
  },

  'retailers show': {
    async run(services, line) {
      const retailerId = await getRetailerId(services, line)
      const { database, secrets, retailers } = services
      const terms = await findTerms(database, secrets, retailerId).catch(refuse)
      if (terms === undefined) throw new InputError(`there is no retailer ${retailerId}`)
      const { name } = await retailers.getRetailer(retailerId)
      return presentTable(
        ['RETAILER', retailerId],
        [
          ['name', name],
          ...listShown(terms),
          ...(await listTheme(services, retailerId)),
          ...(await listBalances(services, retailerId)),
        ],
      )
    },
  },

  'retailers suspend': {
    async run(services, line) {
      const retailerId = await getRetailerId(services, line)
      return applyChanges(services, line, retailerId, { suspension: getOption(line, 'reason') })
    },
  },

  'retailers resume': {
    async run(services, line) {
      const retailerId = await getRetailerId(services, line)
      return applyChanges(services, line, retailerId, { suspension: null })
    },
  },
}

async function applyChanges(
  { database, secrets, clock }: App,
  line: CommandLine,
  retailerId: string,
  changes: TermsChanges,
): Promise<string> {
  const author = { by: getPerson(line), at: clock.now() }
  const version = await changeTerms(database, secrets, retailerId, changes, author).catch(refuse)
  line.act?.tell(retailerId, { version })
  return `retailer ${retailerId} is changed, version ${version}`
}

async function answerProposal(
  { database, secrets, clock }: App,
  line: CommandLine,
  answer: { readonly by: string; readonly isApproved: boolean },
) {
  const proposal = getProposalId(line)
  const author = { ...answer, at: clock.now() }
  const answered = await database
    .transaction(tx => answerRetailerProposal(tx, secrets, proposal, author))
    .catch(refuse)
  line.act?.tell(answered.retailerId, { proposal })
  return answered
}

function readChanges(line: CommandLine): TermsChanges {
  const changes = {
    legalName: readText(line, 'legal-name'),
    cnpj: readText(line, 'cnpj'),
    schedule: readText(line, 'schedule'),
    account: readAccount(line),
    cancellationCosts: readText(line, 'cancellation-costs'),
  }
  if (Object.values(changes).every(each => each === undefined))
    throw new InputError(
      'nothing to change: --legal-name, --cnpj, --schedule, --pix-key, --bank, --cancellation-costs, --accent or --logo is missing',
    )
  return changes
}

function readAccount(line: CommandLine): TermsChanges['account'] {
  const pixKey = readText(line, 'pix-key')
  const holder = readText(line, 'holder')
  const given = ACCOUNT_OPTIONS.filter(name => readText(line, name) !== undefined)
  if (pixKey !== undefined && given.length > 0)
    throw new InputError(`--pix-key and --${given[0]} contradict each other: money goes to one place`)
  if (pixKey !== undefined) return { pixKey, holder }
  if (given.length === 0) {
    if (holder !== undefined) throw new InputError('--holder needs a bank account or a Pix key')
    return undefined
  }
  return {
    holder,
    bankCode: getOption(line, 'bank'),
    agency: getOption(line, 'agency'),
    account: getOption(line, 'account-number'),
    accountDigit: getOption(line, 'digit'),
    accountType: readText(line, 'account-type') ?? 'CHECKING',
  }
}

function readText({ options }: CommandLine, name: string): string | undefined {
  const value = options[name]
  return value === undefined ? undefined : String(value)
}

type Terms = NonNullable<Awaited<ReturnType<typeof findTerms>>>

function listShown(terms: Terms): [string, string][] {
  const { legalName, cnpj, schedule, suspension, account, accountChangedAt, cancellationCosts } = terms
  const { version, changedBy, changedAt } = terms
  return [
    ['legal name', legalName ?? 'not known'],
    ['CNPJ', cnpj === undefined ? 'not known' : writeCnpj(cnpj)],
    ['account', account === undefined ? 'not known: transfers wait' : maskTarget(account.to)],
    ['account changed', accountChangedAt?.toISOString() ?? 'never'],
    ['schedule', schedule],
    ['suspended', suspension ?? 'no'],
    ['bears a cancellation after the transfer', cancellationCosts.toLowerCase()],
    ['version', version === 0 ? '0' : `${version} by ${changedBy}, ${changedAt?.toISOString()}`],
  ]
}

async function listBalances(services: App, retailerId: string): Promise<[string, string][]> {
  const { database } = services
  const accounts = {
    owed: accountOf.retailer(retailerId),
    owedBack: accountOf.clawback(retailerId),
    inTransit: accountOf.inTransit(retailerId),
  }
  const [balances, debt] = await Promise.all([
    computeBalances(database, Object.values(accounts)),
    findWatchedDebt(services, retailerId),
  ])
  const balanceOf = (name: keyof typeof accounts): number => balances.get(accounts[name]) ?? 0
  return [
    ['balance', presentAmount(-balanceOf('owed') - balanceOf('owedBack') - balanceOf('inTransit'))],
    ['on its way', presentAmount(-balanceOf('inTransit'))],
    ['to be withheld from next transfers', presentAmount(balanceOf('owedBack'))],
    ...(debt === undefined ? [] : [describeDebt(debt)]),
  ]
}

const describeDebt = ({
  since,
  isCase,
}: NonNullable<Awaited<ReturnType<typeof findWatchedDebt>>>): [string, string] => [
  'in debt since',
  `${since.toISOString()}${isCase ? ': too long for the next transfers to pay it' : ''}`,
]

/** The proposer has the whole account; nobody else needs more than this. */
function maskTarget(to: NonNullable<Terms['account']>['to']): string {
  if (to.kind === 'pix-key') return `Pix key (${to.keyType}) ${maskEnd(to.key)}`
  const { bankCode, agency, account, accountDigit, accountType } = to
  return `bank ${bankCode}, agency ${agency}, ${accountType} ${maskEnd(account)}-${accountDigit}`
}

const maskEnd = (text: string): string => `…${text.slice(-4)}`

function refuse(error: unknown): never {
  if (error instanceof InputError)
    throw new InputError(
      error.field === undefined ? error.problem : `--${OPTIONS[error.field] ?? error.field} ${error.problem}`,
    )
  if (isForgeryOf(error, 'retailer_terms')) throw new InputError(error.message)
  throw error
}
