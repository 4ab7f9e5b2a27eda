import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { Answer } from '../../../contract/presented.ts'
import {
  IssuedSettlementAnswer,
  SettlementAnswer,
  SettlementQuery,
  SettlementRequest,
} from '../../../contract/settlement.ts'
import { findPurchase } from '../../../domains/purchases/index.ts'
import { issuePayoff, quotePayoff } from '../../../domains/receivables/index.ts'
import { isId } from '../../../kernel/ids.ts'
import { parseReais, parseWrittenReais, presentReais } from '../../../kernel/money.ts'
import { describeRead, describeRoute } from '../../../platform/http/describe-route.ts'
import { rememberAnswer } from '../../../platform/http/idempotency.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { getRequestLog } from '../../../platform/http/request-log.ts'
import { presentBillet } from '../present-billet.ts'

interface OfTransaction {
  readonly Params: { readonly transactionId: string }
}

type IssuedPayoff = Awaited<ReturnType<typeof issuePayoff>>

const PATH = '/public/transaction/:transactionId/settlement'
const refusals = {
  404: 'Transaction not found',
  409: 'Nothing is owed: the transaction is not complete yet, or has ended',
}

export function addSettlementRoutes(app: FastifyInstance, api: App): void {
  app.get<OfTransaction & { Querystring: SettlementQuery }>(
    PATH,
    {
      config: { scope: 'purchases' },
      schema: {
        ...describeRead({
          tag: 'Purchase',
          summary: 'Quote an early settlement',
          description:
            'What the customer has to pay on a day for all installments, the last ones, the next one or with an amount of their own: overdue ones with their charges, the others at their present value at the contract’s rate. Nothing changes.',
          answer: SettlementAnswer,
          refusals,
        }),
        security: [{ header: [] }],
        querystring: SettlementQuery,
      },
    },
    async (request): Promise<Answer<typeof SettlementAnswer>> => {
      const { amount, ...query } = request.query
      const amountCentavos = amount === undefined ? undefined : parseWrittenReais(amount)
      const { retailerId, transactionId } = getNames(request)
      const quoted = await quotePayoff(api, { ...query, amountCentavos }, () =>
        findPurchase(api.database, api.secrets, { retailerId, id: transactionId }),
      )
      return presentPayoff(quoted)
    },
  )

  app.post<OfTransaction & { Body: SettlementRequest }>(
    PATH,
    {
      config: { scope: 'purchases' },
      schema: describeRoute({
        tag: 'Purchase',
        summary: 'Issue the billet of an early settlement',
        description:
          'The same figures, and a billet with its Pix code, payable on that day only. Repeated for the same day and selection it is the same billet; another one takes its place. Paid on its day it does exactly what was quoted; on any other day its money is an amount paid on that day, and what is too much is given back.',
        body: SettlementRequest,
        answer: IssuedSettlementAnswer,
        refusals,
      }),
    },
    async (request, reply): Promise<Answer<typeof IssuedSettlementAnswer>> => {
      const { amount, date, installments } = request.body
      const amountCentavos = amount === undefined ? undefined : parseReais(amount)
      const names = getNames(request)
      const asked = { date, installments, amountCentavos }
      const present = (issued: IssuedPayoff) => presentIssued(issued, api.publicUrl)
      const remember = rememberAnswer(request, reply, present)
      return present(await issuePayoff({ ...api, log: getRequestLog(request) }, names, asked, remember))
    },
  )
}

function getNames(request: Parameters<typeof getCaller>[0] & { params: OfTransaction['Params'] }) {
  const { transactionId } = request.params
  if (!isId(transactionId)) throw new RequestError('transaction_id_invalid')
  return { retailerId: getCaller(request).retailerId, transactionId }
}

function presentPayoff({
  transactionId,
  settlement,
}: Awaited<ReturnType<typeof quotePayoff>>): Answer<typeof SettlementAnswer> {
  return {
    transactionId,
    date: settlement.date,
    overdueValue: presentReais(settlement.overdueCentavos),
    futureValue: presentReais(settlement.presentCentavos),
    discount: presentReais(settlement.discountCentavos),
    premiumRefund: presentReais(settlement.premiumRefundCentavos),
    value: presentReais(settlement.valueCentavos),
    installments: settlement.parts.map(part => ({
      installmentNumber: part.installmentNumber,
      faceValue: presentReais(part.faceCentavos),
      fine: presentReais(part.fineCentavos),
      interest: presentReais(part.interestCentavos),
      presentValue: presentReais(part.presentCentavos),
    })),
  }
}

function presentIssued(
  { billet, account, ...quoted }: IssuedPayoff,
  publicUrl: string,
): Answer<typeof IssuedSettlementAnswer> {
  return {
    ...presentPayoff(quoted),
    billet: presentBillet(billet, account, publicUrl),
  }
}
