import type { FastifyInstance } from 'fastify'
import type { App } from '../../app/app.ts'
import type { CaseResult, Picture } from '../../contract/desk.ts'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter, missingParameters } from '../../contract/parameter-errors.ts'
import { PlayAnswer, PlayDeskRequest } from '../../contract/sandbox.ts'
import { decideIdentification } from '../../domains/onboarding/index.ts'
import { findPurchase, listPlaced, type Purchase } from '../../domains/purchases/index.ts'
import { isId } from '../../kernel/ids.ts'
import type { Remember } from '../../platform/db/database.ts'
import { rememberAnswer } from '../../platform/http/idempotency.ts'
import { getCaller } from '../../platform/http/request-context.ts'
import { getSandboxOperator } from '../demonstration-operators.ts'
import type { SandboxApp } from '../sandbox-app.ts'
import { describeSandboxRoute } from './describe-sandbox-route.ts'
import { presentPlayed } from './play.ts'

const PICTURE_OF = {
  FRONTDOC: 'front',
  BACKDOC: 'back',
  SELFIE: 'selfie',
} as const satisfies Readonly<Record<NonNullable<PlayDeskRequest['step']>, Picture>>

export function addDeskRoute(app: FastifyInstance, api: SandboxApp): void {
  app.post<{ Params: { transactionId: string }; Body: PlayDeskRequest }>(
    '/sandbox/desk/:transactionId',
    {
      config: { scope: 'sandbox' },
      schema: describeSandboxRoute({
        summary: 'Decide about an identification',
        description:
          'Plays the credit desk for a transaction at DESK, whatever its amount: VALIDATED goes on, REFUSED cancels, ASK_AGAIN goes back to the picture named by `step`.',
        body: PlayDeskRequest,
        answer: PlayAnswer,
        refusals: { 404: 'Transaction not found', 409: 'The transaction does not wait at the desk' },
      }),
    },
    async (request, reply) => {
      const { result, step } = request.body
      if (result === 'ASK_AGAIN' && step === undefined) throw missingParameters(['step'])
      if (result !== 'ASK_AGAIN' && step !== undefined)
        throw invalidParameter('step', 'can only be combined with ASK_AGAIN')
      const { retailerId, keyId } = getCaller(request)
      const play = {
        retailerId,
        transactionId: request.params.transactionId,
        result,
        picture: step && PICTURE_OF[step],
        evidence: { keyId, trackId: request.id },
      }
      return presentPlayed(await playDesk(api, play, rememberAnswer(request, reply, presentPlayed)))
    },
  )
}

interface DeskPlay {
  readonly retailerId: string
  readonly transactionId: string
  readonly result: CaseResult
  /** The picture to ask for again. */
  readonly picture: Picture | undefined
  /** Later proof of who requested it. */
  readonly evidence: { readonly keyId: string; readonly trackId: string }
}

/** In Portuguese: the customer reads why a picture is asked for again. */
const REASONS: Readonly<Record<CaseResult, string>> = {
  VALIDATED: 'Documentos conferem (sandbox)',
  REFUSED: 'Documentos não conferem (sandbox)',
  ASK_AGAIN: 'A foto não ficou legível (sandbox)',
}

/** Plays the desk for a purchase that waits there, with the operation of the real one. Both pairs of eyes are played. */
async function playDesk(app: App, play: DeskPlay, remember?: Remember<Purchase>): Promise<Purchase> {
  const { database, secrets } = app
  const { retailerId, transactionId, result, picture, evidence } = play
  const purchase = isId(transactionId)
    ? await findPurchase(database, secrets, { retailerId, id: transactionId })
    : undefined
  if (purchase === undefined) throw new RequestError('transaction_not_found')
  const [placed] = await listPlaced(database, secrets, { ids: [transactionId] })
  if (placed === undefined || purchase.status !== 'PENDING' || purchase.step !== 'DESK')
    throw new RequestError('transaction_state_conflict', {
      message: `The desk has nothing to decide: the transaction is ${purchase.status} at ${purchase.step}`,
    })
  let decided = purchase
  await decideIdentification(
    { ...app, fourEyesAboveCentavos: Number.MAX_SAFE_INTEGER },
    await getSandboxOperator(app),
    {
      transactionId,
      result,
      picture,
      reason: REASONS[result],
      version: placed.enteredBy,
      evidence: { by: 'sandbox', retailerId, ...evidence },
    },
    async (tx, moved) => {
      decided = moved
      await remember?.(tx, moved)
    },
  )
  return decided
}
