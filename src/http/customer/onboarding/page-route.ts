import type { FastifyInstance } from 'fastify'
import { findShopUrl } from '../../../domains/links/index.ts'
import { findOnboarding, readOnboarding } from '../../../domains/onboarding/index.ts'
import { sendShell } from '../../../platform/http/web-assets.ts'
import type { Site } from '../../site.ts'
import { createAskers } from '../askers.ts'
import { presentAccentStyle } from '../theme.ts'
import { presentState } from './present-state.ts'

/**
 * The page behind the link. A browser that comes from a message sends no cookie, so the page shows only what the link
 * alone may show, and then fetches what belongs to this device.
 */
export function addOnboardingPage(app: FastifyInstance, api: Site): void {
  const askers = createAskers(api)
  app.get<{ Params: { token: string } }>(
    '/onboarding/:token',
    { config: { public: true } },
    async (request, reply) => {
      const view = await findOnboarding(api, request.params.token, [], askers.read(request))
      // The application is loaded all the same, because a device that confirmed the phone finds its purchase.
      if (view === undefined) {
        const content = api.firstScreens.missing(await api.findLenderContact())
        const page = { entry: 'onboarding', title: 'Link não encontrado', content } as const
        return sendShell(reply.code(404), api.renderShell(page))
      }
      const reading = await readOnboarding(api, view, findShopUrl)
      const state = presentState(reading, {
        now: api.clock.now(),
        publicUrl: api.publicUrl,
        lender: undefined,
      })
      const page = {
        entry: 'onboarding',
        title: state.renegotiates === undefined ? 'Sua compra no crediário' : 'Seu acordo no crediário',
        content: api.firstScreens.onboarding(state),
        style: presentAccentStyle(reading.theme),
      } as const
      return sendShell(reply, api.renderShell(page))
    },
  )
}
