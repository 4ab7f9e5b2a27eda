import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorDetail, RequestError } from '../../../contract/errors.ts'
import {
  type CodeRequest,
  type ConfirmRequest,
  type InsuranceRequest,
  MAX_PICTURE_BYTES,
  ONBOARDING_HEADER,
  type OnboardingState,
  type OpenRequest,
  type PictureKind,
  type SignRequest,
} from '../../../contract/onboarding.ts'
import {
  CodeBody,
  ConfirmBody,
  InsuranceBody,
  OpenBody,
  SignBody,
} from '../../../contract/onboarding-requests.ts'
import type { Presented } from '../../../contract/presented.ts'
import { renderContract, renderDocument } from '../../../domains/contracts/index.ts'
import { findShopUrl } from '../../../domains/links/index.ts'
import {
  answerInsurance,
  confirmCode,
  findOnboarding,
  openContract,
  readOnboarding,
  receiveDocument,
  type StepRefusal,
  sendCode,
  signContract,
  startOnboarding,
} from '../../../domains/onboarding/index.ts'
import { cancelPurchase, type Purchase, renderBillets } from '../../../domains/purchases/index.ts'
import { isSameSite } from '../../../platform/http/cookies.ts'
import type { Site } from '../../site.ts'
import { createAskers } from '../askers.ts'
import { addOnboardingPage } from './page-route.ts'
import { isUnidentified, presentState } from './present-state.ts'
import { createSessionCookies } from './session-cookie.ts'

const LONGEST_USER_AGENT = 400
const PICTURE_KINDS: readonly PictureKind[] = ['front', 'back', 'selfie']
const config = { public: true }

type OnboardingView = NonNullable<Awaited<ReturnType<typeof findOnboarding>>>

/**
 * Everything behind a customer's link. The link shows what was bought; the rest needs a code from the customer's phone.
 */
export function addOnboardingRoutes(app: FastifyInstance, api: Site): void {
  const cookies = createSessionCookies(api.publicUrl)
  const askers = createAskers(api)
  const site = { publicUrl: api.publicUrl, header: ONBOARDING_HEADER }
  const views = new WeakMap<FastifyRequest, OnboardingView>()

  addOnboardingPage(app, api)

  /** Runs before the body is read, so that nobody uploads eight megabytes to an invalid link. */
  const addGuard = (scope: FastifyInstance): void => {
    scope.addHook<{ Params: { token: string } }>('onRequest', async (request, reply) => {
      reply.header('x-robots-tag', 'noindex, nofollow')
      if (request.method === 'POST' && !isSameSite(request, site))
        throw new RequestError('cross_site_request')
      const sessions = cookies.list(request.headers.cookie)
      const view = await findOnboarding(api, request.params.token, sessions, askers.read(request))
      if (view === undefined) throw new RequestError('onboarding_not_found')
      views.set(request, view)
    })
  }

  function getView(request: FastifyRequest): OnboardingView {
    const view = views.get(request)
    if (view === undefined) throw new Error('the route is not guarded')
    return view
  }

  function getConfirmed(request: FastifyRequest): Purchase {
    const { purchase, isConfirmed } = getView(request)
    if (!isConfirmed) throw refuse('device_not_confirmed', purchase)
    return purchase
  }

  async function present(view: OnboardingView): Promise<Presented<OnboardingState>> {
    const [reading, lender] = await Promise.all([
      readOnboarding(api, view, findShopUrl),
      api.findLenderContact(view.purchase.retailerId),
    ])
    return presentState(reading, { now: api.clock.now(), publicUrl: api.publicUrl, lender })
  }

  app.register(async scope => {
    addGuard(scope)

    scope.get('/onboarding/:token/state', { config }, request => present(getView(request)))

    scope.post<{ Body: OpenRequest }>(
      '/onboarding/:token/open',
      { config, schema: { body: OpenBody } },
      async request => {
        const view = getView(request)
        const opened = await startOnboarding(api, view.purchase, request.body)
        const { purchase } = getAdvanced(opened, view.purchase)
        return present({ ...view, purchase })
      },
    )

    scope.post<{ Body: CodeRequest }>(
      '/onboarding/:token/code',
      { config, schema: { body: CodeBody } },
      async request => {
        const { purpose } = request.body
        const view = getView(request)
        const purchase = purpose === 'signature' ? getConfirmed(request) : view.purchase
        if (purpose === 'device' && view.isConfirmed) throw refuse('wrong_step', purchase)
        getAdvanced(await sendCode(api, purchase, purpose, view.asker), purchase)
        return present(view)
      },
    )

    scope.post<{ Body: ConfirmRequest }>(
      '/onboarding/:token/confirm',
      { config, schema: { body: ConfirmBody } },
      async (request, reply) => {
        const { asker, cookie } = askers.recognise(request)
        const view = { ...getView(request), asker }
        const confirmed = await confirmCode(api, view, request.body.code)
        const { purchase, session } = getAdvanced(confirmed, view.purchase)
        reply.header('set-cookie', [cookies.present(session, api.clock.now()), cookie])
        return present({ ...view, purchase, isConfirmed: true })
      },
    )

    scope.post<{ Body: InsuranceRequest }>(
      '/onboarding/:token/insurance',
      { config, schema: { body: InsuranceBody } },
      async request => {
        const before = getConfirmed(request)
        const answer = { accepted: request.body.accepted, origin: describeOrigin(request) }
        const { purchase } = getAdvanced(await answerInsurance(api, before, answer), before)
        return present({ ...getView(request), purchase, isConfirmed: true })
      },
    )

    scope.post('/onboarding/:token/contract', { config }, async request => {
      const purchase = getConfirmed(request)
      getAdvanced(await openContract(api, purchase), purchase)
      return present({ ...getView(request), purchase, isConfirmed: true })
    })

    scope.post<{ Body: SignRequest }>(
      '/onboarding/:token/sign',
      { config, schema: { body: SignBody } },
      async request => {
        const before = getConfirmed(request)
        const { code, contractHash } = request.body
        const signed = { code, contractHash, origin: describeOrigin(request) }
        const { purchase } = getAdvanced(await signContract(api, before, signed), before)
        return present({ ...getView(request), purchase, isConfirmed: true })
      },
    )

    scope.post('/onboarding/:token/cancel', { config }, async request => {
      const view = getView(request)
      if (!isUnidentified(view.purchase)) getConfirmed(request)
      const { retailerId, id: transactionId } = view.purchase
      const purchase = await cancelPurchase(api, { retailerId, transactionId, by: 'customer' })
      return present({ ...view, purchase })
    })

    scope.get('/onboarding/:token/contract.pdf', { config }, async (request, reply) => {
      return sendPdf(reply, await renderContract(api, getConfirmed(request)), 'contrato.pdf')
    })

    scope.get('/onboarding/:token/release.pdf', { config }, async (request, reply) => {
      const purchase = getConfirmed(request)
      const pdf = await renderDocument(api, purchase, 'release')
      if (pdf === undefined) throw refuse('wrong_step', purchase)
      return sendPdf(reply, pdf, 'liberacao.pdf')
    })

    scope.get('/onboarding/:token/billets.pdf', { config }, async (request, reply) => {
      const purchase = getConfirmed(request)
      const pdf = await renderBillets(api, purchase.retailerId, purchase.id, 'page')
      if (typeof pdf === 'string') throw refuse('wrong_step', purchase)
      return sendPdf(reply, pdf, 'boletos.pdf')
    })
  })

  app.register(async scope => {
    // The bytes determine the type; the declared type is ignored.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    addGuard(scope)
    scope.addHook('onRequest', async request => {
      const purchase = getConfirmed(request)
      if (Number(request.headers['content-length']) > MAX_PICTURE_BYTES)
        throw refuse('picture_too_large', purchase, { message: 'image larger than 8 MiB' })
    })
    for (const kind of PICTURE_KINDS)
      scope.post<{ Body: unknown }>(
        `/onboarding/:token/documents/${kind}`,
        { config, bodyLimit: MAX_PICTURE_BYTES },
        async request => {
          const before = getConfirmed(request)
          const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const { purchase } = getAdvanced(await receiveDocument(api, before, { kind, bytes }), before)
          return present({ ...getView(request), purchase, isConfirmed: true })
        },
      )
  })
}

function describeOrigin(request: FastifyRequest) {
  return { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT) }
}

function sendPdf(reply: FastifyReply, pdf: Buffer, name: string): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(pdf)
}

type Standing = Pick<Purchase, 'status' | 'step'>

const PICTURE_WORDS: Readonly<
  Record<Extract<StepRefusal, { readonly outcome: 'picture-refused' }>['problem'], string>
> = {
  empty: 'image not accepted: the body is empty',
  'too-large': 'image larger than 8 MiB',
  'not-a-picture': 'image not accepted: send a JPEG, PNG or WebP',
  'too-many-pixels': 'image larger than 25 megapixels',
  animated: 'image not accepted: it is animated',
  broken: 'image not accepted: it is broken',
}

/** Returns the success, or throws the refusal, always with the current state of the purchase. */
function getAdvanced<Success extends { readonly outcome: 'advanced' | 'sent' | 'opened' }>(
  result: Success | StepRefusal,
  purchase: Standing,
): Success {
  switch (result.outcome) {
    case 'wrong-step':
      throw refuse('wrong_step', result)
    case 'code-refused':
      throw refuse('code_refused', purchase)
    case 'contract-changed':
      throw refuse('contract_changed', purchase)
    case 'contract-unopened':
      throw refuse('contract_not_opened', purchase)
    case 'name-missing': {
      const details = [{ field: 'name', message: 'name is required' }]
      throw refuse('missing_parameters', purchase, { message: 'Missing parameters: name', details })
    }
    case 'name-known': {
      const message = 'name is known already'
      throw refuse('invalid_parameters', purchase, { message, details: [{ field: 'name', message }] })
    }
    case 'wait':
      throw refuse('code_limit', purchase, { retryAfterSeconds: Math.ceil(result.waitMs / 1_000) })
    case 'picture-refused': {
      const { problem } = result
      const isTooLarge = problem === 'too-large' || problem === 'too-many-pixels'
      const code = isTooLarge ? 'picture_too_large' : 'picture_not_accepted'
      throw refuse(code, purchase, { message: PICTURE_WORDS[problem] })
    }
    default:
      return result
  }
}

function refuse(
  code: RequestError['code'],
  { status, step }: Standing,
  more: {
    readonly message?: string
    readonly details?: readonly ErrorDetail[]
    readonly retryAfterSeconds?: number
  } = {},
): RequestError {
  return new RequestError(code, { ...more, standing: { status, step } })
}
