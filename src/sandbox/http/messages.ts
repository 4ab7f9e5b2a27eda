import type { FastifyInstance } from 'fastify'
import { missingParameters } from '../../contract/parameter-errors.ts'
import type { Answer } from '../../contract/presented.ts'
import { MessagesAnswer, type MessagesQuery, MessagesQuery as Query } from '../../contract/sandbox.ts'
import { parseAddress } from '../../domains/messaging/index.ts'
import { getCaller } from '../../platform/http/request-context.ts'
import type { SandboxApp } from '../sandbox-app.ts'
import { listSandboxMessages } from '../sandbox-message-store.ts'
import { describeSandboxRoute } from './describe-sandbox-route.ts'

export function addMessagesRoute(app: FastifyInstance, api: SandboxApp): void {
  app.get<{ Querystring: MessagesQuery }>(
    '/sandbox/messages',
    {
      config: { scope: 'sandbox' },
      schema: describeSandboxRoute({
        summary: 'Read what a customer was sent',
        description:
          'The SMS and e-mails to this phone’s owner, or to this mailbox, newest first. Without a message service none of them leaves.',
        querystring: Query,
        answer: MessagesAnswer,
      }),
    },
    async (request): Promise<Answer<typeof MessagesAnswer>> => {
      const { retailerId } = getCaller(request)
      const { phone, email } = request.query
      const address = parseAddress(phone ?? email ?? '')
      if (address === undefined) throw missingParameters(['phone'])
      const messages = await listSandboxMessages(api.database, api.secrets, retailerId, address)
      return {
        messages: messages.map(message => ({
          id: message.id,
          to: message.to,
          channel: message.channel,
          template: message.template,
          purpose: message.purpose,
          state: message.state,
          failure: message.failure,
          text: message.text,
          subject: message.subject,
          html: message.html,
          code: message.code,
          sentAt: message.sentAt.toISOString(),
        })),
      }
    },
  )
}
