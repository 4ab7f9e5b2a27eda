import type { FastifyInstance } from 'fastify'
import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { PixNotification } from '../../contract/pix-notification.ts'
import { createPixIntake } from '../../domains/receivables/index.ts'

const BODY_LIMIT_BYTES = 1024 * 1024

/**
 * Where the PSP calls when a Pix was paid. It appends `/pix` to the address that it was given; some do not. The body has
 * no signature, and the proxy checks the caller's certificate: so nothing is booked from it.
 */
export function addPixRoutes(app: FastifyInstance, api: App): void {
  const intake = createPixIntake(api)
  for (const path of ['/pix/notices/:secret', '/pix/notices/:secret/pix'])
    app.post<{ Params: { secret: string }; Body: PixNotification }>(
      path,
      {
        config: { public: true },
        bodyLimit: BODY_LIMIT_BYTES,
        schema: { hide: true, body: PixNotification },
        // Before the body is read: a stranger learns nothing of its form.
        onRequest: (request, _reply, done) => {
          done(intake.isAddressed(request.params.secret) ? undefined : new RequestError('route_not_found'))
        },
      },
      async (request, reply) => {
        await intake.note(request.body.pix?.map(({ endToEndId }) => endToEndId) ?? [])
        return reply.send({})
      },
    )
}
