import type { FastifyInstance } from 'fastify'
import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Answer } from '../../contract/presented.ts'
import { PayableAnswer } from '../../contract/sandbox.ts'
import { findPurchase, listRenegotiations, type Purchase } from '../../domains/purchases/index.ts'
import { type Billet, describeBillet, readBillets } from '../../domains/receivables/index.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { isId } from '../../kernel/ids.ts'
import { type Centavos, presentReais } from '../../kernel/money.ts'
import { getCaller } from '../../platform/http/request-context.ts'
import type { SandboxApp } from '../sandbox-app.ts'
import { describeSandboxRoute } from './describe-sandbox-route.ts'

export function addPayableRoute(app: FastifyInstance, api: SandboxApp): void {
  app.get<{ Params: { transactionId: string } }>(
    '/sandbox/transaction/:transactionId/billets',
    {
      config: { scope: 'sandbox' },
      schema: describeSandboxRoute({
        summary: 'List what a customer can pay now',
        description:
          'Every billet that a bank would accept today: the down payment once the contract is signed, installments, second copies, early settlements, and those of the agreement on the debt.',
        answer: PayableAnswer,
        refusals: { 404: 'Transaction not found' },
      }),
    },
    async (request): Promise<Answer<typeof PayableAnswer>> => {
      const { retailerId } = getCaller(request)
      const { transactionId } = request.params
      return { billets: (await listPayable(api, { retailerId, transactionId })).map(presentPayable) }
    },
  )
}

type PresentedPayable = Answer<typeof PayableAnswer>['billets'][number]

function presentPayable({ billet, amountCentavos, canPayByLine }: PayableBillet): PresentedPayable {
  const isInstallment = billet.kind === 'installment'
  return {
    id: billet.id,
    transactionId: billet.transactionId,
    kind: presentKind(billet),
    value: presentReais(amountCentavos),
    dueDate: billet.dueDate,
    installmentNumber: isInstallment ? billet.installmentNumber : undefined,
    installmentNumbers: isInstallment ? billet.installmentCount : undefined,
    methods: [
      ...(billet.pixCode === undefined ? [] : (['PIX'] as const)),
      ...(canPayByLine ? (['BILLET'] as const) : []),
    ],
  }
}

function presentKind({ kind, originalId }: PayableBillet['billet']): PresentedPayable['kind'] {
  if (kind === 'down-payment') return 'DOWN_PAYMENT'
  if (kind === 'settlement') return 'SETTLEMENT'
  return originalId === undefined ? 'INSTALLMENT' : 'SECOND_COPY'
}

/** A billet that a bank would accept today. */
interface PayableBillet {
  readonly billet: Billet
  /** What it asks for today. */
  readonly amountCentavos: Centavos
  readonly canPayByLine: boolean
}

/** Everything that the customer of a purchase could pay now, also by the agreement on its debt. */
async function listPayable(
  app: App,
  { retailerId, transactionId }: { readonly retailerId: string; readonly transactionId: string },
): Promise<readonly PayableBillet[]> {
  const { database, secrets } = app
  if (!isId(transactionId)) throw new RequestError('transaction_id_invalid')
  const purchase = await findPurchase(database, secrets, { retailerId, id: transactionId })
  if (purchase === undefined) throw new RequestError('transaction_not_found')
  const [living] = await listRenegotiations(database, { livingOn: transactionId })
  const agreement = living && (await findPurchase(database, secrets, { retailerId, id: living.id }))
  const payable = await Promise.all(
    [purchase, agreement].map(each => (each === undefined ? [] : listPayableOf(app, each))),
  )
  return payable.flat()
}

async function listPayableOf(app: App, { retailerId, id, status, step }: Purchase): Promise<PayableBillet[]> {
  // The down payment is issued with the purchase, and awaited only once the contract is signed.
  if (status !== 'OPEN' && !(status === 'PENDING' && step === 'ENTRY')) return []
  const today = calendarDateAt(app.clock.now())
  const { billets } = await readBillets(app, retailerId, id)
  return billets
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap(billet => {
      const { standing, isPayable: canPayByLine, due } = describeBillet(billet, today)
      const canPayByPix = standing === 'registering' && billet.pixCode !== undefined
      if (!canPayByLine && !canPayByPix) return []
      return [{ billet, canPayByLine, amountCentavos: due.totalCentavos }]
    })
}

/** What was asked for in particular comes first. */
const rank = ({ kind, installmentNumber }: Billet): number => (kind === 'settlement' ? -1 : installmentNumber)
