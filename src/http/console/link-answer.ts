import type { FastifyReply } from 'fastify'
import { type ErrorCode, RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { acceptInvitation, finishReset } from '../../domains/staff/index.ts'
import { createSignInAnswer } from '../sign-in/answer.ts'

type LinkOutcome = Awaited<ReturnType<typeof acceptInvitation> | ReturnType<typeof finishReset>>

/** Answers what came of the link of an invitation or a reset; `invalid` is the refusal of a link that opens nothing. */
export function createLinkAnswer(publicUrl: string, invalid: ErrorCode) {
  const answerSignIn = createSignInAnswer('console', publicUrl)
  return (reply: FastifyReply, outcome: LinkOutcome): object => {
    switch (outcome.outcome) {
      case 'invalid':
        throw new RequestError(invalid)
      case 'wrong code':
        throw new RequestError('console_invitation_code_refused')
      case 'wrong passkey':
        throw new RequestError('console_passkey_invalid')
      case 'known':
        throw new RequestError('console_person_known')
      case 'password missing':
        throw invalidParameter('password', 'is required')
      default:
        return answerSignIn(reply, outcome, 'console_reset_refused')
    }
  }
}
