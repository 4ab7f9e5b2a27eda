import type { FastifyInstance } from 'fastify'
import type { Answer } from '../../contract/presented.ts'
import { PayableAnswer } from '../../contract/sandbox.ts'
import { presentReais } from '../../kernel/money.ts'
import { getCaller } from '../../platform/http/request-context.ts'
import { listPayable, type PayableBillet } from '../list-payable.ts'
import { describeSandboxRoute } from './describe-sandbox-route.ts'
import type { SandboxApi } from './sandbox-api.ts'

export function addPayableRoute(app: FastifyInstance, api: SandboxApi): void {
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
