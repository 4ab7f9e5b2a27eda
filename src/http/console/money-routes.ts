import type { FastifyInstance } from 'fastify'
import {
  MAX_SHOWN_LINES,
  type MoneyView,
  type StatementView,
  type Transfer,
  type Transfers,
} from '../../contract/console-money.ts'
import { PeriodQuery, StatementViewQuery } from '../../contract/console-money-requests.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Presented } from '../../contract/presented.ts'
import { MAX_SUMMARY_DAYS, TransfersQuery } from '../../contract/shop-reports.ts'
import { StatementQuery } from '../../contract/statement.ts'
import { parseListLength } from '../../contract/webhooks.ts'
import {
  readBalance,
  readFirstLines,
  readTransfer,
  searchTransfers,
  summarizeStatement,
} from '../../domains/shop-reports/index.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { presentReais } from '../../kernel/money.ts'
import { parseStatementDays } from '../../kernel/parse-days.ts'
import { presentBalance } from '../public/balance/present.ts'
import { presentLine, sendStatement } from '../public/statement/route.ts'
import { presentSummary } from '../public/statement-summary/present.ts'
import { presentListed, presentTransfer } from '../public/transfers/present.ts'
import type { Site } from '../site.ts'
import { getStaffSession } from './console-guard.ts'
import { parsePeriod } from './parse-period.ts'

const config = { public: true, console: 'money.read' } as const
const FIRST_LINES = 200

export function addMoneyRoutes(app: FastifyInstance, api: Site): void {
  app.get<{ Querystring: PeriodQuery }>(
    '/console/api/money',
    { config, exposeHeadRoute: false, schema: { querystring: PeriodQuery } },
    async (request): Promise<Presented<MoneyView>> => {
      const { retailerId } = getStaffSession(request)
      const now = api.clock.now()
      const days = parsePeriod(request.query, now, MAX_SUMMARY_DAYS)
      const [balance, summary] = await Promise.all([
        readBalance(api, retailerId),
        summarizeStatement(api, retailerId, days),
      ])
      return {
        today: calendarDateAt(now),
        balance: presentBalance(balance),
        summary: presentSummary(days, summary),
      }
    },
  )

  app.get<{ Querystring: TransfersQuery }>(
    '/console/api/money/transfers',
    { config, exposeHeadRoute: false, schema: { querystring: TransfersQuery } },
    async (request): Promise<Presented<Transfers>> => {
      const { limit, ...query } = request.query
      const { retailerId } = getStaffSession(request)
      const { transfers, next } = await searchTransfers(api, retailerId, query, parseListLength(limit))
      return { data: transfers.map(presentListed), next }
    },
  )

  app.get<{ Params: { transfer: string } }>(
    '/console/api/money/transfers/:transfer',
    { config, exposeHeadRoute: false },
    async (request): Promise<Presented<Transfer>> => {
      const found = await readTransfer(api, getStaffSession(request).retailerId, request.params.transfer)
      if (found === undefined) throw new RequestError('console_not_found')
      return presentTransfer(found)
    },
  )

  app.get<{ Querystring: StatementViewQuery }>(
    '/console/api/money/statement',
    { config, exposeHeadRoute: false, schema: { querystring: StatementViewQuery } },
    async (request): Promise<Presented<StatementView>> => {
      const now = api.clock.now()
      const days = parsePeriod(request.query, now)
      const most = Math.min(MAX_SHOWN_LINES, Number(request.query.lines ?? FIRST_LINES))
      const read = await readFirstLines(api, getStaffSession(request).retailerId, days, most)
      return {
        today: calendarDateAt(now),
        ...days,
        openingBalance: presentReais(read.openingCentavos),
        closingBalance: presentReais(read.closingCentavos),
        lines: read.lines.map(presentLine),
        isCut: read.isCut,
      }
    },
  )

  // The very files of GET /statement.
  app.get<{ Querystring: StatementQuery }>(
    '/console/api/money/statement/file',
    { config, exposeHeadRoute: false, schema: { querystring: StatementQuery } },
    async (request, reply) => {
      const days = parseStatementDays(request.query, api.clock.now())
      return sendStatement(reply, api, getStaffSession(request).retailerId, {
        ...days,
        format: request.query.format,
      })
    },
  )
}
