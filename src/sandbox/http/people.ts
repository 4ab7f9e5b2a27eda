import type { FastifyInstance } from 'fastify'
import type { Answer } from '../../contract/presented.ts'
import { PersonAnswer, PersonRequest } from '../../contract/sandbox.ts'
import { rememberAnswer } from '../../platform/http/idempotency.ts'
import { getCaller } from '../../platform/http/request-context.ts'
import type { SandboxApp } from '../sandbox-app.ts'
import { givePerson, type SandboxPerson } from '../sandbox-people.ts'
import { describeSandboxRoute } from './describe-sandbox-route.ts'

export function addPeopleRoute(app: FastifyInstance, api: SandboxApp): void {
  app.post<{ Body: PersonRequest }>(
    '/sandbox/people',
    {
      config: { scope: 'sandbox' },
      schema: describeSandboxRoute({
        summary: 'Get a fresh person',
        description:
          'A person of this persona whom the retailer was not given before and has not used: no attempt, no active purchase. Each persona has 1,000 people; `/sandbox/reset` frees them.',
        body: PersonRequest,
        answer: PersonAnswer,
        refusals: { 409: 'Every person of this persona is in use' },
      }),
    },
    async (request, reply) => {
      const remember = rememberAnswer(request, reply, present)
      return present(await givePerson(api, getCaller(request).retailerId, request.body.persona, remember))
    },
  )
}

const present = (person: SandboxPerson): Answer<typeof PersonAnswer> => person
