import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  ACCOUNT_PATH,
  type AccountState,
  type AskedRequest,
  type AskRequest,
  type EmailRequest,
  type OfPurchase,
  type SecondCopyRequest,
} from '../../../contract/account.ts'
import {
  AskBody,
  AskedRequestBody,
  EmailBody,
  OfPurchaseBody,
  SecondCopyBody,
} from '../../../contract/account-requests.ts'
import { RequestError } from '../../../contract/errors.ts'
import { type ConfirmRequest, ONBOARDING_HEADER } from '../../../contract/onboarding.ts'
import { ConfirmBody } from '../../../contract/onboarding-requests.ts'
import type { Presented } from '../../../contract/presented.ts'
import { renderContractPdf } from '../../../domains/contracts/index.ts'
import { findAgreement } from '../../../domains/onboarding/index.ts'
import { renderBillets, withdrawPurchase } from '../../../domains/purchases/index.ts'
import {
  askPeople,
  type CustomerSession,
  changeCustomerEmail,
  confirmAccountCode,
  findAccountSession,
  getOwnPurchase,
  issueCopy,
  readAccount,
  readChallenge,
  requestAnotherCode,
  requestCode,
  restartSignIn,
  signOut,
} from '../../../domains/servicing/index.ts'
import { createAddressBudget } from '../../../platform/http/address-budget.ts'
import { computeClientAddress } from '../../../platform/http/client-address.ts'
import { isSameSite } from '../../../platform/http/cookies.ts'
import { sendShell } from '../../../platform/http/web-assets.ts'
import type { Site } from '../../site.ts'
import { createAskers } from '../askers.ts'
import { addAgreementRoutes } from './agreement-routes.ts'
import { addContractRoutes } from './contract-routes.ts'
import { createAccountCookies } from './cookies.ts'
import { presentAccountPage } from './page.ts'
import { presentData } from './present-data.ts'
import { presentSignedIn, presentSignIn } from './present-state.ts'
import { addSettlementActions } from './settlement-routes.ts'

interface OfId {
  readonly Params: { readonly purchase: string }
}

/** Many phones share the address of their network; a robot that tries CPFs needs more than that. */
const CODES_PER_MINUTE = 20
const GUESSES_PER_MINUTE = 60

const config = { public: true }
const path = (rest: string): string => `${ACCOUNT_PATH}/${rest}`

/** The customer's area. Before the code, no answer depends on whether a CPF is known. */
export function addAccountRoutes(app: FastifyInstance, api: Site): void {
  const { publicUrl } = api
  const cookies = createAccountCookies(publicUrl)
  const askers = createAskers(api)
  const askBudget = createAddressBudget(CODES_PER_MINUTE)
  const guessBudget = createAddressBudget(GUESSES_PER_MINUTE)

  function spend(budget: typeof askBudget, { ip }: FastifyRequest): void {
    const retryAfterSeconds = budget.spend(computeClientAddress(ip))
    if (retryAfterSeconds !== undefined) throw new RequestError('rate_limited', { retryAfterSeconds })
  }

  const { readDevice } = askers

  async function findSession({ headers }: FastifyRequest): Promise<CustomerSession | undefined> {
    const id = cookies.readSession(headers.cookie)
    return id === undefined ? undefined : findAccountSession(api, id)
  }

  async function getSession(request: FastifyRequest): Promise<CustomerSession> {
    const session = await findSession(request)
    if (session === undefined) throw new RequestError('signed_out')
    return session
  }

  async function presentSession(session: CustomerSession): Promise<Presented<AccountState>> {
    const reading = await readAccount(api, session)
    if (reading === undefined) throw new RequestError('signed_out')
    return presentSignedIn(reading, api.clock.now())
  }

  async function presentDevice(device: string | undefined): Promise<Presented<AccountState>> {
    const challenge = device === undefined ? undefined : await readChallenge(api, device)
    return presentSignIn(challenge, api.clock.now())
  }

  app.get(ACCOUNT_PATH, { config }, (_request, reply) =>
    sendShell(reply, api.renderShell(presentAccountPage())),
  )

  app.register(async scope => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('x-robots-tag', 'noindex, nofollow')
      if (request.method === 'POST' && !isSameSite(request, { publicUrl, header: ONBOARDING_HEADER }))
        throw new RequestError('cross_site_request')
    })

    scope.get(path('state'), { config }, async request => {
      const session = await findSession(request)
      const reading = session && (await readAccount(api, session))
      return reading === undefined
        ? presentDevice(readDevice(request))
        : presentSignedIn(reading, api.clock.now())
    })

    scope.post<{ Body: AskRequest }>(
      path('code'),
      { config, schema: { body: AskBody } },
      async (request, reply) => {
        spend(askBudget, request)
        const { device, asker, cookie } = askers.recognise(request)
        await requestCode(api, { device, asker, cpf: request.body.cpf.replaceAll(/\D/g, '') })
        reply.header('set-cookie', cookie)
        return presentDevice(device)
      },
    )

    scope.post(path('resend'), { config }, async request => {
      spend(askBudget, request)
      const device = readDevice(request)
      if (device === undefined) throw new RequestError('signed_out')
      await requestAnotherCode(api, { device, asker: askers.read(request) })
      return presentDevice(device)
    })

    scope.post(path('restart'), { config }, async request => {
      const device = readDevice(request)
      if (device !== undefined) await restartSignIn(api, device)
      return presentDevice(undefined)
    })

    scope.post<{ Body: ConfirmRequest }>(
      path('confirm'),
      { config, schema: { body: ConfirmBody } },
      async (request, reply) => {
        spend(guessBudget, request)
        const device = readDevice(request)
        if (device === undefined) throw new RequestError('code_refused')
        const session = await confirmAccountCode(api, {
          device,
          asker: askers.read(request),
          code: request.body.code,
        })
        reply.header('set-cookie', cookies.presentSession(session.id))
        return presentSession(session)
      },
    )

    scope.post(path('sign-out'), { config }, async (request, reply) => {
      const session = await findSession(request)
      if (session !== undefined) await signOut(api, session)
      reply.header('set-cookie', cookies.presentSignedOut())
      return presentDevice(undefined)
    })

    addActions(scope)
    addContractRoutes(scope, api, { findSession, getSession, presentSession })
    addSettlementActions(scope, api, { findSession, getSession, presentSession })
    addAgreementRoutes(scope, api, { getSession, presentSession })
    addDownloads(scope)
  })

  function addActions(scope: FastifyInstance): void {
    scope.post<{ Body: OfPurchase }>(
      path('withdraw'),
      { config, schema: { body: OfPurchaseBody } },
      async request => {
        const session = await getSession(request)
        const { retailerId, id } = await getOwnPurchase(api, session, request.body.transactionId)
        await withdrawPurchase(api, { retailerId, transactionId: id })
        return presentSession(session)
      },
    )

    scope.post<{ Body: SecondCopyRequest }>(
      path('second-copy'),
      { config, schema: { body: SecondCopyBody } },
      async request => {
        const session = await getSession(request)
        const { transactionId, billetId } = request.body
        const { retailerId } = await getOwnPurchase(api, session, transactionId)
        await issueCopy(api, { retailerId, transactionId, billetId })
        return presentSession(session)
      },
    )

    scope.post<{ Body: EmailRequest }>(
      path('email'),
      { config, schema: { body: EmailBody } },
      async request => {
        const session = await getSession(request)
        await changeCustomerEmail(api, session, request.body.email.trim())
        return presentSession(session)
      },
    )

    scope.post<{ Body: AskedRequest }>(
      path('requests'),
      { config, schema: { body: AskedRequestBody } },
      async request => {
        const session = await getSession(request)
        await askPeople(api, session, request.body)
        return presentSession(session)
      },
    )
  }

  /** Opened by a link: where the session has ended, the page asks for a new code. */
  function addDownloads(scope: FastifyInstance): void {
    const toPage = (reply: FastifyReply): FastifyReply => reply.redirect(ACCOUNT_PATH, 303)

    scope.get<OfId>(path('purchases/:purchase/contract.pdf'), { config }, async (request, reply) => {
      const session = await findSession(request)
      if (session === undefined) return toPage(reply)
      const purchase = await getOwnPurchase(api, session, request.params.purchase)
      const { agreement, statement } = await findAgreement(api, purchase)
      return sendFile(reply, await renderContractPdf(agreement, statement), 'application/pdf', 'contrato.pdf')
    })

    scope.get<OfId>(path('purchases/:purchase/billets.pdf'), { config }, async (request, reply) => {
      const session = await findSession(request)
      if (session === undefined) return toPage(reply)
      const { retailerId, id } = await getOwnPurchase(api, session, request.params.purchase)
      const pdf = await renderBillets(api, retailerId, id, 'page')
      if (typeof pdf === 'string') throw new RequestError('nothing_to_pay')
      return sendFile(reply, pdf, 'application/pdf', 'boletos.pdf')
    })

    scope.get(path('meus-dados.json'), { config }, async (request, reply) => {
      const session = await findSession(request)
      const reading = session && (await readAccount(api, session))
      if (reading === undefined) return toPage(reply)
      const body = Buffer.from(JSON.stringify(presentData(reading, api.clock.now()), undefined, 2))
      return sendFile(reply, body, 'application/json; charset=utf-8', 'meus-dados.json')
    })
  }
}

function sendFile(reply: FastifyReply, body: Buffer, type: string, name: string): FastifyReply {
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(body)
}
