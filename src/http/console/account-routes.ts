import type { FastifyInstance } from 'fastify'
import type { ConsoleAccount, ConsoleAccountText } from '../../contract/console.ts'
import { ProposeAccountRequest } from '../../contract/console-requests.ts'
import { type ErrorCode, RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { Presented } from '../../contract/presented.ts'
import { findTerms } from '../../domains/retailers/index.ts'
import {
  approveAccountChange,
  findAccountChanges,
  listPeople,
  proposeAccount,
  withdrawAccountChange,
} from '../../domains/staff/index.ts'
import { InputError } from '../../kernel/faults.ts'
import type { Site } from '../site.ts'
import { getStaffSession } from './console-guard.ts'

/** Where the transfers of the retailer go. Another account needs a second owner, or 48 hours. */
export function addAccountRoutes(app: FastifyInstance, api: Site): void {
  app.get(
    '/console/api/account',
    { config: { public: true, console: 'account.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<ConsoleAccount>> => {
      const { person, retailerId } = getStaffSession(request)
      const [terms, { change, isLenderChanging, waitHours }, { people }] = await Promise.all([
        findTerms(api.database, api.secrets, retailerId),
        findAccountChanges(api, retailerId),
        listPeople(api, retailerId),
      ])
      const { legalName, cnpj, account, accountChangedAt } = terms ?? {}
      return {
        company: legalName === undefined || cnpj === undefined ? undefined : { legalName, cnpj },
        account:
          account && presentAccount(account.to.kind === 'pix-key' ? { pixKey: account.to.key } : account.to),
        changedAt: accountChangedAt?.toISOString(),
        change: change && {
          id: change.id,
          account: presentAccount(change.account),
          proposedBy: people.find(({ id }) => id === change.proposedBy)?.name,
          isOwn: change.proposedBy === person.id,
          proposedAt: change.proposedAt.toISOString(),
          takesEffectAt: change.takesEffectAt.toISOString(),
        },
        isLenderChanging,
        otherOwners: people
          .filter(({ id, role }) => role === 'OWNER' && id !== (change?.proposedBy ?? person.id))
          .map(({ name }) => name),
        waitHours,
      }
    },
  )

  app.post<{ Body: ProposeAccountRequest }>(
    '/console/api/account/changes',
    { config: { public: true, console: 'account.change' }, schema: { body: ProposeAccountRequest } },
    async request =>
      answer(await proposeAccount(api, getStaffSession(request), request.body.account).catch(refuse)),
  )

  app.post<{ Params: { change: string } }>(
    '/console/api/account/changes/:change/approve',
    { config: { public: true, console: 'account.change' } },
    async request =>
      answer(await approveAccountChange(api, getStaffSession(request), request.params.change).catch(refuse)),
  )

  app.post<{ Params: { change: string } }>(
    '/console/api/account/changes/:change/withdraw',
    { config: { public: true, console: 'account.change' } },
    async request =>
      answer(await withdrawAccountChange(api, getStaffSession(request), request.params.change)),
  )
}

const REFUSALS = {
  'not found': 'console_not_found',
  own: 'console_second_owner_required',
  pending: 'console_account_pending',
} as const satisfies Readonly<Record<string, ErrorCode>>

function answer(outcome: 'done' | keyof typeof REFUSALS): object {
  if (outcome === 'done') return {}
  throw new RequestError(REFUSALS[outcome])
}

function refuse(error: unknown): never {
  if (error instanceof InputError) throw invalidParameter(error.field ?? 'account', error.problem)
  throw error
}

/** Without the holder, who is the shop itself here. */
function presentAccount(known: ConsoleAccountText): ConsoleAccountText {
  if ('pixKey' in known) return { pixKey: known.pixKey }
  const { bankCode, agency, account, accountDigit, accountType } = known
  return { bankCode, agency, account, accountDigit, accountType }
}
