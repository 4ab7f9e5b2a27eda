import type { FastifyInstance } from 'fastify'
import type { App } from '../../../app/app.ts'
import {
  CancelAnswer,
  CancelPreviewAnswer,
  CancelPreviewRequest,
  CancelRequest,
} from '../../../contract/cancel.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { Answer } from '../../../contract/presented.ts'
import type { RefundAccount } from '../../../contract/refunds.ts'
import { cancelPurchase, MoveRefused, previewCancellation } from '../../../domains/purchases/index.ts'
import { endOfDay } from '../../../kernel/calendar-date.ts'
import { computeCanonicalJson } from '../../../kernel/canonical-json.ts'
import { presentReais } from '../../../kernel/money.ts'
import { describeRoute } from '../../../platform/http/describe-route.ts'
import { rememberAnswer } from '../../../platform/http/idempotency.ts'
import { getCaller } from '../../../platform/http/request-context.ts'
import { presentCancellation } from './present.ts'

export function addCancelRoute(app: FastifyInstance, api: App): void {
  app.post<{ Body: CancelRequest }>(
    '/cancel',
    {
      config: { scope: 'purchases' },
      schema: describeRoute({
        tag: 'Purchase',
        summary: 'Cancel a transaction',
        description:
          'Cancels the open billets and works out what the customer really paid and gets back. Repeating it gives the same answer and no second refund. The bank fields are all or none; only `digitoAgencia` may be missing. Money is given back to the customer only: paid by Pix it goes back the same way, else to this account, else to the Pix key that is the customer’s CPF.',
        body: CancelRequest,
        answer: CancelAnswer,
        refusals: { 404: 'Transaction not found', 409: 'The transaction is closed or abandoned' },
      }),
    },
    async (request, reply): Promise<Answer<typeof CancelAnswer>> => {
      // Without the key, so that the body can be shown to people who may not know it.
      const { apiKey: _, ...body } = request.body
      const { transactionId } = body
      const { retailerId, keyId } = getCaller(request)
      const command = {
        retailerId,
        transactionId,
        by: 'retailer',
        account: parseRefundAccount(request.body),
        accountOwnerCpf: parseAccountOwner(request.body),
        evidence: { keyId, trackId: request.id, body: computeCanonicalJson(body) },
      } as const
      const present = ({
        refund,
      }: Awaited<ReturnType<typeof cancelPurchase>>): Answer<typeof CancelAnswer> => ({
        maxRefundDate: endOfDay(refund.maxRefundDate).toISOString(),
        refundValue: presentReais(refund.valueCentavos),
        status: 'CANCELED',
        transactionId,
      })
      const remember = rememberAnswer(request, reply, present)
      return present(await cancelPurchase(api, command, remember).catch(nameStatus))
    },
  )
}

/** What everybody would give back, before anything happens. */
export function addCancelPreviewRoute(app: FastifyInstance, api: App): void {
  app.post<{ Body: CancelPreviewRequest }>(
    '/cancel/preview',
    {
      config: { scope: 'purchases' },
      schema: describeRoute({
        tag: 'Purchase',
        summary: 'Preview a cancellation',
        description:
          'What customer, retailer and lender would each give back if the transaction were canceled now. Nothing changes, and nobody is told. A retailer that was paid owes the transfer back; by its conditions it also bears the interest that the customer is spared and the tax that the Treasury has already.',
        body: CancelPreviewRequest,
        answer: CancelPreviewAnswer,
        refusals: { 404: 'Transaction not found', 409: 'The transaction is closed, canceled or abandoned' },
      }),
    },
    async (request): Promise<Answer<typeof CancelPreviewAnswer>> => {
      const { transactionId } = request.body
      const { retailerId } = getCaller(request)
      return presentCancellation(
        await previewCancellation(api, { retailerId, transactionId }).catch(nameStatus),
      )
    },
  )
}

/** The refusal includes the status of the transaction, so that the caller need not ask again. */
function nameStatus(error: unknown): never {
  if (!(error instanceof RequestError && error.cause instanceof MoveRefused)) throw error
  const { status } = error.cause.from
  throw new RequestError(error.code, {
    message: `Transaction cannot be canceled in status ${status}`,
    cause: error,
  })
}

const REQUIRED = ['numeroBanco', 'agencia', 'numeroConta', 'digitoConta', 'tipoConta'] as const

/** The owner of the account, where the retailer names one. */
function parseAccountOwner({ documentoTitular }: CancelRequest): string | undefined {
  return documentoTitular?.replaceAll(/\D/g, '')
}

/** All fields of the account or none; only the branch digit, which many banks do not have, is optional. */
function parseRefundAccount(request: CancelRequest): RefundAccount | undefined {
  const { numeroBanco, agencia, digitoAgencia, numeroConta, digitoConta, tipoConta } = request
  const given = [numeroBanco, agencia, digitoAgencia, numeroConta, digitoConta, tipoConta]
  if (given.every(value => value === undefined)) return undefined
  if (
    numeroBanco === undefined ||
    agencia === undefined ||
    numeroConta === undefined ||
    digitoConta === undefined ||
    tipoConta === undefined
  ) {
    const missing = REQUIRED.filter(name => request[name] === undefined)
    throw new RequestError('invalid_parameters', {
      message: `bank data must be complete: ${missing.join(', ')} missing`,
      details: missing.map(field => ({ field, message: `${field} is required with the other bank data` })),
    })
  }
  return {
    numeroBanco,
    agencia,
    ...(digitoAgencia === undefined ? {} : { digitoAgencia: digitoAgencia.toUpperCase() }),
    numeroConta,
    digitoConta: digitoConta.toUpperCase(),
    tipoConta,
  }
}
