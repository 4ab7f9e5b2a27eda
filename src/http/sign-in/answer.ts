import type { FastifyReply } from 'fastify'
import { type ErrorCode, RequestError } from '../../contract/errors.ts'
import type { SignInOutcome } from '../../domains/sign-in/index.ts'
import { type CookieRealm, createDeviceCookies, createSessionCookie } from './cookies.ts'

/** Answers an attempt to sign in, by any method; a success sets the cookies of the session and of the device. */
export function createSignInAnswer(realm: CookieRealm, publicUrl: string) {
  const cookie = createSessionCookie(realm, publicUrl)
  const devices = createDeviceCookies(realm, publicUrl)
  return (reply: FastifyReply, outcome: SignInOutcome, refusal: ErrorCode): object => {
    switch (outcome.outcome) {
      case 'busy':
        throw new RequestError('service_unavailable', { retryAfterSeconds: 1 })
      case 'wait':
        throw new RequestError('rate_limited', { retryAfterSeconds: outcome.seconds })
      case 'refused':
        throw new RequestError(refusal)
      case 'signed-in':
        cookie.write(reply, outcome.sessionId)
        devices.write(reply, outcome.device)
        return {}
    }
  }
}
