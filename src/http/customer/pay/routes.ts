import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from '../../../contract/errors.ts'
import type {
  ChooseAnswer,
  ChooseRequest,
  HostedPageState,
  PersonRequest,
} from '../../../contract/hosted-page.ts'
import { ChooseBody, PersonBody } from '../../../contract/hosted-page-requests.ts'
import { type ConfirmRequest, ONBOARDING_HEADER } from '../../../contract/onboarding.ts'
import { ConfirmBody } from '../../../contract/onboarding-requests.ts'
import type { Presented } from '../../../contract/presented.ts'
import {
  chooseHostedOption,
  confirmPerson,
  enterPerson,
  findHostedPage,
  type HostedPage,
  openLink,
  readHostedPage,
  resendVisitCode,
  restartVisit,
} from '../../../domains/links/index.ts'
import { isSameSite } from '../../../platform/http/cookies.ts'
import { presentOnboardingLink } from '../../public/present-billet.ts'
import type { Site } from '../../site.ts'
import { createAskers } from '../askers.ts'
import { createDeviceCookies } from '../device-cookies.ts'
import { createSessionCookies } from '../onboarding/session-cookie.ts'
import { addPayPage } from './page-route.ts'
import { presentHostedPage } from './present-state.ts'

interface OfToken {
  readonly Params: { readonly token: string }
}

const config = { public: true }

type VisitSession = Awaited<ReturnType<typeof enterPerson>>

/** Everything behind a payment link. The link shows what is bought; anything about credit needs a code from the customer's phone. */
export function addPayRoutes(app: FastifyInstance, api: Site): void {
  const { publicUrl } = api
  const cookies = createVisitCookies(publicUrl)
  const askers = createAskers(api)
  const onboardingCookies = createSessionCookies(publicUrl)
  const pages = new WeakMap<FastifyRequest, HostedPage>()

  function getPage(request: FastifyRequest): HostedPage {
    const page = pages.get(request)
    if (page === undefined) throw new Error('the route is not guarded')
    return page
  }

  async function present(page: HostedPage): Promise<Presented<HostedPageState>> {
    const [reading, lender] = await Promise.all([
      readHostedPage(api, page),
      api.findLenderContact(page.link.retailerId),
    ])
    return presentHostedPage(reading, { now: api.clock.now(), publicUrl, lender })
  }

  /** As it stands after a change, on the device that has these sessions. */
  async function presentAgain(
    request: FastifyRequest<OfToken>,
    session?: VisitSession,
  ): Promise<Presented<HostedPageState>> {
    const sessions = session === undefined ? cookies.list(request.headers.cookie) : [session.id]
    const page = await findHostedPage(api, request.params.token, sessions, askers.read(request))
    if (page === undefined) throw new RequestError('link_not_found')
    return present(page)
  }

  addPayPage(app, api)

  app.register(async scope => {
    scope.addHook<OfToken>('onRequest', async (request, reply) => {
      reply.header('x-robots-tag', 'noindex, nofollow')
      if (request.method === 'POST' && !isSameSite(request, { publicUrl, header: ONBOARDING_HEADER }))
        throw new RequestError('cross_site_request')
      const sessions = cookies.list(request.headers.cookie)
      const page = await findHostedPage(api, request.params.token, sessions, askers.read(request))
      if (page === undefined) throw new RequestError('link_not_found')
      pages.set(request, page)
    })

    scope.get<OfToken>('/pay/:token/state', { config }, request => present(getPage(request)))

    scope.post<OfToken>('/pay/:token/open', { config }, async request => {
      await openLink(api, getPage(request))
      return presentAgain(request)
    })

    scope.post<OfToken & { Body: PersonRequest }>(
      '/pay/:token/person',
      { config, schema: { body: PersonBody } },
      async (request, reply) => {
        const session = await enterPerson(api, getPage(request), request.body)
        reply.header('set-cookie', cookies.present(session))
        return presentAgain(request, session)
      },
    )

    scope.post<OfToken>('/pay/:token/code', { config }, async request => {
      await resendVisitCode(api, getPage(request))
      return presentAgain(request)
    })

    scope.post<OfToken & { Body: ConfirmRequest }>(
      '/pay/:token/confirm',
      { config, schema: { body: ConfirmBody } },
      async (request, reply) => {
        const command = { code: request.body.code, trackId: request.id, device: findDevice(request) }
        const { asker, cookie } = askers.recognise(request)
        const session = await confirmPerson(api, { ...getPage(request), asker }, command)
        reply.header('set-cookie', [cookies.present(session), cookie])
        return presentAgain(request, session)
      },
    )

    scope.post<OfToken & { Body: ChooseRequest }>(
      '/pay/:token/choose',
      { config, schema: { body: ChooseBody } },
      async (request, reply): Promise<ChooseAnswer> => {
        const { purchase, session } = await chooseHostedOption(api, getPage(request), request.body)
        if (session !== undefined)
          reply.header('set-cookie', onboardingCookies.present(session, api.clock.now()))
        return { returnUrl: presentOnboardingLink(purchase.onboardingToken, publicUrl) }
      },
    )

    scope.post<OfToken>('/pay/:token/restart', { config }, async request => {
      await restartVisit(api, getPage(request))
      return presentAgain(request)
    })
  })
}

function findDevice(request: FastifyRequest): 'mobile' | 'desktop' {
  return /Mobi|Android/i.test(request.headers['user-agent'] ?? '') ? 'mobile' : 'desktop'
}

const MAX_AGE_SECONDS = 48 * 3_600

/** One cookie for each link. */
function createVisitCookies(publicUrl: string) {
  const { list, present } = createDeviceCookies('pay-', publicUrl)
  return { list, present: ({ id, linkId }: VisitSession) => present(linkId, id, MAX_AGE_SECONDS) }
}
