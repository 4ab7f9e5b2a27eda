import type { FastifyInstance } from 'fastify'
import type { Answer } from '../../contract/presented.ts'
import { MessagesAnswer, type MessagesQuery, MessagesQuery as Query } from '../../contract/sandbox.ts'
import { listSandboxMessages } from '../../modules/onboarding/index.ts'
import { getCaller } from '../../platform/http/request-context.ts'
import { describeSandboxRoute } from './describe-sandbox-route.ts'
import type { SandboxApi } from './sandbox-api.ts'

export function addMessagesRoute(app: FastifyInstance, api: SandboxApi): void {
  app.get<{ Querystring: MessagesQuery }>(
    '/sandbox/messages',
    {
      config: { scope: 'sandbox' },
      schema: describeSandboxRoute({
        summary: 'Read what a customer was sent',
        description: 'The SMS and e-mails that would have left for this phone’s owner, newest first.',
        querystring: Query,
        answer: MessagesAnswer,
      }),
    },
    async (request): Promise<Answer<typeof MessagesAnswer>> => {
      const { retailerId } = getCaller(request)
      const messages = await listSandboxMessages(api.database, api.secrets, retailerId, request.query.phone)
      return {
        messages: messages.map(({ to, channel, text, code, sentAt }) => ({
          to,
          channel,
          text,
          code,
          sentAt: sentAt.toISOString(),
        })),
      }
    },
  )
}
