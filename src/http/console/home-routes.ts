import type { FastifyInstance } from 'fastify'
import { mayDoInConsole } from '../../contract/console.ts'
import type { AttentionItem, HomeView, ShownFigures } from '../../contract/console-money.ts'
import { PeriodQuery } from '../../contract/console-money-requests.ts'
import type { Presented } from '../../contract/presented.ts'
import { listAttention, listFirstSteps, readBalance, readFigures } from '../../domains/shop-reports/index.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { presentReais } from '../../kernel/money.ts'
import { presentBalance } from '../public/balance/present.ts'
import { presentFigures } from '../public/figures/present.ts'
import type { Site } from '../site.ts'
import { getStaffSession } from './console-guard.ts'
import { parsePeriod } from './parse-period.ts'

export function addHomeRoutes(app: FastifyInstance, api: Site): void {
  app.get<{ Querystring: PeriodQuery }>(
    '/console/api/home',
    {
      config: { public: true, console: 'session.read' },
      exposeHeadRoute: false,
      schema: { querystring: PeriodQuery },
    },
    async (request): Promise<Presented<HomeView>> => {
      const { retailerId, role } = getStaffSession(request)
      const now = api.clock.now()
      const days = parsePeriod(request.query, now)
      const seesMoney = mayDoInConsole(role, 'money.read')
      const [read, balance, attention, steps] = await Promise.all([
        readFigures(api, retailerId, days),
        seesMoney ? readBalance(api, retailerId).then(presentBalance) : undefined,
        listAttention(api, retailerId),
        mayDoInConsole(role, 'account.change') ? listFirstSteps(api, retailerId) : [],
      ])
      const figures = presentFigures(days, read)
      const show = seesMoney ? showAll : leaveOutMoney
      return {
        today: calendarDateAt(now),
        ...days,
        days: figures.days.map(day => ({ date: day.date, ...show(day) })),
        total: show(figures.total),
        balance: balance && { balance: balance.balance, nextTransfer: balance.nextTransfer },
        attention: attention
          .filter(({ kind }) => mayDoInConsole(role, ACTION_OF[kind]))
          .map(presentItem(seesMoney)),
        steps: steps.some(({ isDone }) => !isDone) ? steps : [],
      }
    },
  )
}

/** Who is told: those who can do something about it. */
const ACTION_OF = {
  TRANSFER_RETURNED: 'money.read',
  TRANSFER_FAILED: 'money.read',
  INVOICE_REFUSED: 'orders.read',
  INVOICE_MISSING: 'orders.read',
  ACCOUNT_MISSING: 'money.read',
  ACCOUNT_CHANGE: 'money.read',
  WEBHOOK_FAILING: 'integration.read',
  LINKS_ENDING: 'links.read',
} as const

type Shown = Presented<ShownFigures>

const showAll = (figures: ReturnType<typeof presentFigures>['total']): Shown => ({
  ...leaveOutMoney(figures),
  salesAmount: figures.salesAmount,
  averageTicket: figures.averageTicket,
  transfers: figures.transfers,
  transferredAmount: figures.transferredAmount,
})

const leaveOutMoney = ({
  applications,
  approvals,
  sales,
}: ReturnType<typeof presentFigures>['total']): Shown => ({
  applications,
  approvals,
  sales,
  salesAmount: undefined,
  averageTicket: undefined,
  transfers: undefined,
  transferredAmount: undefined,
})

type Attention = Awaited<ReturnType<typeof listAttention>>[number]

const presentItem =
  (seesMoney: boolean) =>
  ({ kind, count, amountCentavos, transferId, firstAt }: Attention): Presented<AttentionItem> => ({
    kind,
    count,
    amount: seesMoney && amountCentavos !== undefined ? presentReais(amountCentavos) : undefined,
    transferId: seesMoney ? transferId : undefined,
    firstAt: firstAt?.toISOString(),
  })
