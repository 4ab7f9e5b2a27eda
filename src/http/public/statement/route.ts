import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { App } from '../../../app/app.ts'
import { StatementAnswer, StatementQuery } from '../../../contract/statement.ts'
import {
  type RetailerStatementLine,
  readStatement,
  renderStatement,
} from '../../../domains/shop-reports/index.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import { type Centavos, presentReais } from '../../../kernel/money.ts'
import { parseStatementDays } from '../../../kernel/parse-days.ts'
import { describeRead } from '../../../platform/http/describe-route.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { defuse, writeAmount, writeRow } from '../../csv.ts'

export function addStatementRoute(app: FastifyInstance, api: App): void {
  const { clock } = api
  app.get<{ Querystring: StatementQuery }>(
    '/statement',
    {
      config: { scope: 'purchases' },
      schema: {
        ...describeRead({
          tag: 'Retailer',
          summary: 'Read the statement',
          description:
            'What lender and retailer owe each other: every sale, cancellation and transfer, with the balance after it. Opening balance and all amounts make the closing balance. Days that are over never change. With `format=csv` a file for spreadsheets, with `format=pdf` one for people, of at most 5,000 lines.',
          answer: StatementAnswer,
          files: ['text/csv', 'application/pdf'],
        }),
        security: [{ header: [] }],
        querystring: StatementQuery,
      },
    },
    async (request, reply) => {
      const days = parseStatementDays(request.query, clock.now())
      return sendStatement(reply, api, getCaller(request).retailerId, {
        ...days,
        format: request.query.format,
      })
    },
  )
}

/** The same statement in each form. */
export async function sendStatement(
  reply: FastifyReply,
  api: App,
  retailerId: string,
  { format = 'json', ...days }: StatementDays & { readonly format: StatementQuery['format'] | undefined },
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  const nameFile = (ending: string): string =>
    `attachment; filename="statement-${days.from}-${days.to}.${ending}"`
  if (format === 'pdf') {
    const pdf = await renderStatement(api, retailerId, days)
    reply.header('content-disposition', nameFile('pdf'))
    return reply.type('application/pdf').send(pdf)
  }
  const statement = await readStatement(api.database, retailerId, days)
  if (format === 'json') {
    reply.type('application/json; charset=utf-8')
    return reply.send(Readable.from(writeJson(days, statement), { objectMode: false }))
  }
  reply.type('text/csv; charset=utf-8')
  reply.header('content-disposition', nameFile('csv'))
  return reply.send(Readable.from(writeCsv(days, statement), { objectMode: false }))
}

type Statement = Awaited<ReturnType<typeof readStatement>>

interface StatementDays {
  readonly from: CalendarDate
  readonly to: CalendarDate
}

/** Page by page: a year of a large shop is never in memory as a whole. */
async function* writeJson(
  { from, to }: StatementDays,
  { openingCentavos, pages }: Statement,
): AsyncGenerator<string, void> {
  yield `{"from":"${from}","to":"${to}","openingBalance":${presentReais(openingCentavos)},"lines":[`
  let closingCentavos = openingCentavos
  let separator = ''
  for await (const page of pages) {
    yield separator + page.map(line => JSON.stringify(presentLine(line))).join(',')
    separator = ','
    closingCentavos = findBalance(page, closingCentavos)
  }
  // Last, so that it is the sum of exactly what was sent.
  yield `],"closingBalance":${presentReais(closingCentavos)}}`
}

async function* writeCsv(
  { from, to }: StatementDays,
  { openingCentavos, pages }: Statement,
): AsyncGenerator<string, void> {
  yield CSV_HEADER + writeBalanceRow('OPENING', from, openingCentavos)
  let closingCentavos = openingCentavos
  for await (const page of pages) {
    yield page.map(writeLineRow).join('')
    closingCentavos = findBalance(page, closingCentavos)
  }
  yield writeBalanceRow('CLOSING', to, closingCentavos)
}

const findBalance = (page: readonly RetailerStatementLine[], before: Centavos): Centavos =>
  page.at(-1)?.balanceCentavos ?? before

/** Members that are undefined are left out of the text. */
export function presentLine({ amountCentavos, balanceCentavos, ...line }: RetailerStatementLine) {
  const { date, kind, transactionId, orderId, reference } = line
  return {
    date,
    kind,
    transactionId,
    orderId,
    amount: presentReais(amountCentavos),
    balance: presentReais(balanceCentavos),
    reference,
  }
}

/* The first row after the header is the opening balance, the last one the closing balance. */
const COLUMNS = ['date', 'kind', 'transactionId', 'orderId', 'amount', 'balance', 'reference']
const CSV_HEADER = writeRow(COLUMNS)

function writeBalanceRow(kind: 'OPENING' | 'CLOSING', date: CalendarDate, balance: Centavos): string {
  return writeRow([date, kind, '', '', '', writeAmount(balance), ''])
}

function writeLineRow(line: RetailerStatementLine): string {
  const {
    date,
    kind,
    transactionId = '',
    orderId = '',
    amountCentavos,
    balanceCentavos,
    reference = '',
  } = line
  const cells = [
    transactionId,
    defuse(orderId),
    writeAmount(amountCentavos),
    writeAmount(balanceCentavos),
    reference,
  ]
  return writeRow([date, kind, ...cells])
}
