import type { FastifyInstance } from 'fastify'
import type { Picture } from '../../contract/desk.ts'
import { invalidParameter, missingParameters } from '../../contract/parameter-errors.ts'
import { PlayAnswer, PlayDeskRequest } from '../../contract/sandbox.ts'
import { rememberAnswer } from '../../platform/http/idempotency.ts'
import { getCaller } from '../../platform/http/request-context.ts'
import { playDesk } from '../play-desk.ts'
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
