import type { FastifyInstance } from 'fastify'
import type { BooksView, EntryView, ListedEntry } from '../../contract/desk-books.ts'
import {
  OrderCommissionRequest,
  PayTaxRequest,
  ProposeEntryRequest,
  ReverseEntryRequest,
  SettleBalanceRequest,
} from '../../contract/desk-books-requests.ts'
import type { CorrectedPayout } from '../../contract/desk-payouts.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Presented } from '../../contract/presented.ts'
import {
  openEntryFile,
  payTax,
  proposeManualEntry,
  proposeManualReversal,
  readBooks,
  readEntryCase,
  settleBalance,
} from '../../domains/bookkeeping/index.ts'
import { listAccounts } from '../../domains/lender/index.ts'
import { orderCommission } from '../../domains/payouts/index.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { InputError, Refused } from '../../kernel/faults.ts'
import { parseReais, presentReais } from '../../kernel/money.ts'
import { parseDay } from '../../kernel/parse-days.ts'
import type { Site } from '../site.ts'
import { presentOutcome } from './case-routes.ts'
import { getSession } from './desk-guard.ts'
import { presentDecision } from './present.ts'

/** 5 MB in base64, and a little. */
const BODY_LIMIT_BYTES = 7_000_000

export function addBooksRoutes(app: FastifyInstance, api: Site): void {
  app.get(
    '/desk/api/books',
    { config: { public: true, desk: 'books.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<BooksView>> => {
      const { balances, taxes, entries } = await readBooks(api, getSession(request).operator)
      const { accounts } = await listAccounts(api.database, api.secrets)
      return {
        now: api.clock.now().toISOString(),
        balances: balances.map(({ balanceCentavos, exits, ...rest }) => ({
          ...rest,
          exits: [...exits],
          balance: presentReais(balanceCentavos),
        })),
        taxesLeft: presentReais(taxes.leftCentavos),
        taxes: taxes.documents.map(each => ({
          code: each.code,
          periodEnd: each.periodEnd,
          payBy: each.payBy,
          principal: presentReais(each.principalCentavos),
          carried: presentReais(each.carriedCentavos),
          fine: presentReais(each.fineCentavos),
          interest: each.interestCentavos === undefined ? undefined : presentReais(each.interestCentavos),
          total: each.totalCentavos === undefined ? undefined : presentReais(each.totalCentavos),
          daysLate: each.daysLate,
          missingMonths: [...each.missingMonths],
        })),
        entries: entries.map(presentListed),
        lenderAccounts: accounts.map(({ id, bank }) => ({
          id,
          name: `${bank.bank} ${bank.agency} ${bank.account}-${bank.accountDigit}`,
        })),
      }
    },
  )

  app.get<{ Params: { entry: string } }>(
    '/desk/api/books/:entry',
    { config: { public: true, desk: 'books.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<EntryView>> => {
      const record = await readEntryCase(api, getSession(request).operator, request.params.entry)
      const decisions = record.decisions.map(decision => presentDecision(decision, record.operators))
      const { attachment } = record
      return {
        ...presentListed(record),
        reference: record.reference,
        lines: record.postings.map(({ account, amountCentavos }) => ({
          account,
          amount: presentReais(amountCentavos),
        })),
        file: attachment && { sha256: attachment.sha256.toString('hex'), bytes: attachment.bytes },
        isReversible:
          record.kind === 'manual' && record.state === 'booked' && record.reversalId === undefined,
        reversalId: record.reversalId,
        decisions,
        proposal: decisions.find(({ state }) => state === 'proposed'),
      }
    },
  )

  app.get<{ Params: { entry: string } }>(
    '/desk/api/books/:entry/file',
    { config: { public: true, desk: 'books.open' }, exposeHeadRoute: false },
    async (request, reply) => {
      const bytes = await openEntryFile(api, getSession(request).operator, request.params.entry)
      return reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', `attachment; filename="${request.params.entry}.pdf"`)
        .header('cache-control', 'no-store')
        .send(bytes)
    },
  )

  addProposingRoutes(app, api)
}

function addProposingRoutes(app: FastifyInstance, api: Site): void {
  const config = { public: true, desk: 'books.propose' } as const

  app.post<{ Body: SettleBalanceRequest }>(
    '/desk/api/books/exits',
    { config, bodyLimit: BODY_LIMIT_BYTES, schema: { body: SettleBalanceRequest } },
    async request => {
      const { exit, retailerId, amount, accountId, reference, periodEnd, date, file, reason } = request.body
      const asked = {
        exit,
        retailerId,
        periodEnd: periodEnd === undefined ? undefined : parseDay('periodEnd', periodEnd),
        amountCentavos: parseReais(amount),
        happenedOn: parseDay('date', date),
        lenderAccountId: accountId,
        documentReference: reference.trim(),
        file: decodeFile(file),
        reason: reason.trim(),
      }
      return presentOutcome(api, await naming(settleBalance(api, getSession(request).operator, asked)))
    },
  )

  app.post<{ Body: OrderCommissionRequest }>(
    '/desk/api/books/commission',
    { config: { public: true, desk: 'payout.correct' }, schema: { body: OrderCommissionRequest } },
    async (request): Promise<Presented<CorrectedPayout>> => {
      const { retailerId, reason } = request.body
      const asked = { retailerId, reason: reason.trim() }
      return { orderId: await naming(orderCommission(api, getSession(request).operator, asked)) }
    },
  )

  app.post<{ Body: PayTaxRequest }>(
    '/desk/api/books/taxes',
    { config, bodyLimit: BODY_LIMIT_BYTES, schema: { body: PayTaxRequest } },
    async request => {
      const { periodEnd, paidOn, accountId, authentication, principal, fine, interest, file, reason } =
        request.body
      const receipt = {
        periodEnd: parseDay('periodEnd', periodEnd),
        paidOn: parseDay('paidOn', paidOn),
        lenderAccountId: accountId,
        authentication: authentication.trim(),
        principalCentavos: principal === undefined ? undefined : parseReais(principal),
        fineCentavos: fine === undefined ? undefined : parseReais(fine),
        interestCentavos: interest === undefined ? undefined : parseReais(interest),
        file: decodeFile(file),
        reason: reason.trim(),
      }
      return presentOutcome(api, await naming(payTax(api, getSession(request).operator, receipt)))
    },
  )

  app.post<{ Body: ProposeEntryRequest }>(
    '/desk/api/books/entries',
    { config, bodyLimit: BODY_LIMIT_BYTES, schema: { body: ProposeEntryRequest } },
    async request => {
      const { lines, date, file, reason } = request.body
      const entry = {
        lines: lines.map(({ account, amount }) => ({
          account,
          amountCentavos: amount < 0 ? -parseReais(-amount) : parseReais(amount),
        })),
        happenedOn: parseDay('date', date),
        file: decodeFile(file),
        reason: reason.trim(),
      }
      return presentOutcome(api, await naming(proposeManualEntry(api, getSession(request).operator, entry)))
    },
  )

  app.post<{ Params: { entry: string }; Body: ReverseEntryRequest }>(
    '/desk/api/books/:entry/reversal',
    { config, schema: { body: ReverseEntryRequest } },
    async request => {
      const asked = {
        entryId: request.params.entry,
        happenedOn: calendarDateAt(api.clock.now()),
        file: undefined,
        reason: request.body.reason.trim(),
      }
      return presentOutcome(
        api,
        await naming(proposeManualReversal(api, getSession(request).operator, asked)),
      )
    },
  )
}

const presentListed = ({
  id,
  kind,
  happenedOn,
  postings,
  state,
}: Awaited<ReturnType<typeof readBooks>>['entries'][number]): Presented<ListedEntry> => ({
  entryId: id,
  kind,
  happenedOn,
  amount: presentReais(postings.reduce((sum, line) => sum + Math.max(0, line.amountCentavos), 0)),
  state,
})

const decodeFile = (base64: string): Buffer => Buffer.from(base64, 'base64')

/** Refusals of the books as answers. */
async function naming<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof InputError)
      throw new RequestError('desk_entry_invalid', { message: error.message, cause: error })
    if (error instanceof Refused)
      throw new RequestError('desk_entry_refused', { message: error.message, cause: error })
    throw error
  }
}
