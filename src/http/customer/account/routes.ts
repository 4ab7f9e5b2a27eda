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
import { renderContract } from '../../../domains/contracts/index.ts'
import {
  type CustomerSession,
  confirmAccountCode,
  readChallenge,
  requestAnotherCode,
  requestCode,
  restartSignIn,
} from '../../../domains/customers/index.ts'
import { cancelPurchase, renderBillets } from '../../../domains/purchases/index.ts'
import { issueCopy } from '../../../domains/receivables/index.ts'
import {
  type AccountReading,
  askPeople,
  changeCustomerEmail,
  findAccountSession,
  getOwnPurchase,
  readAccount,
  signOut,
} from '../../../domains/servicing/index.ts'
import { createAddressBudget } from '../../../platform/http/address-budget.ts'
import { computeClientAddress } from '../../../platform/http/client-address.ts'
import { computeCookieName, isSameSite, presentCookie } from '../../../platform/http/cookies.ts'
import { type ShellPage, sendShell } from '../../../platform/http/web-assets.ts'
import type { Site } from '../../site.ts'
import { createAskers } from '../askers.ts'
import { readOnlyCookie } from '../device-cookies.ts'
import { html } from '../markup.ts'
import { presentLogo } from '../present-logo.ts'
import { addAgreementRoutes } from './agreement-routes.ts'
import { addContractRoutes } from './contract-routes.ts'
import { presentAccountPurchase } from './present-purchase.ts'
import { presentRequest, presentSignedIn, presentSignIn } from './present-state.ts'
import { renderReceipt } from './render-receipt.ts'
import { addSettlementActions } from './settlement-routes.ts'

interface OfId {
  readonly Params: { readonly purchase: string }
}

/** Many phones share the address of their network; a robot that tries CPFs needs more than that. */
const CODES_PER_MINUTE = 20
const GUESSES_PER_MINUTE = 60

/** Whoever signs in has not said yet at which shop they bought: the lender of most shops is named. */
const NO_SHOP = ''

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
    return presentSignIn(challenge, await api.findLenderContact(NO_SHOP), api.clock.now())
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
        await cancelPurchase(api, { retailerId, transactionId: id, by: 'customer' })
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
      return sendFile(reply, await renderContract(api, purchase), 'application/pdf', 'contrato.pdf')
    })

    scope.get<OfId>(path('purchases/:purchase/billets.pdf'), { config }, async (request, reply) => {
      const session = await findSession(request)
      if (session === undefined) return toPage(reply)
      const { retailerId, id } = await getOwnPurchase(api, session, request.params.purchase)
      const pdf = await renderBillets(api, retailerId, id, 'booklet')
      if (typeof pdf === 'string') throw new RequestError('nothing_to_pay')
      return sendFile(reply, pdf, 'application/pdf', 'boletos.pdf')
    })

    scope.get<{ Params: { purchase: string; number: string } }>(
      path('purchases/:purchase/recibos/:number'),
      { config },
      async (request, reply) => {
        const session = await findSession(request)
        const reading = session && (await readAccount(api, session))
        if (reading === undefined) return toPage(reply)
        const pdf = await renderReceipt(reading, request.params, api.clock.now())
        if (pdf === undefined) throw new RequestError('transaction_not_found')
        return sendFile(reply, pdf, 'application/pdf', 'recibo.pdf')
      },
    )

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

interface AccountCookies {
  readSession(header: string | undefined): string | undefined
  presentSession(id: string): string
  presentSignedOut(): string
}

/** The session ends with the browser at the latest. */
function createAccountCookies(publicUrl: string): AccountCookies {
  const name = computeCookieName('crediario_conta', publicUrl)
  return {
    readSession: header => readOnlyCookie(header, name),
    presentSession: value => presentCookie({ name, value }, { publicUrl }),
    presentSignedOut: () => presentCookie({ name, value: '' }, { publicUrl, maxAgeSeconds: 0 }),
  }
}

/** The same for everybody, signed in or not: the script fetches what belongs to this device, and takes its place. */
function presentAccountPage(): ShellPage {
  const { text } = html`<div class="page">
<header class="account-top">${presentLogo()}</header>
<main class="stack roomy">
<div class="stack stack-tight"><h1>Minha conta</h1>
<p class="soft">Suas compras no crediário: parcelas, boletos, Pix, contrato e tudo o que você pode fazer.</p></div>
<p class="late soft small">Está demorando? <a href="">Recarregue a página</a>.</p>
<noscript><p>Para continuar, ative o JavaScript do navegador.</p></noscript>
</main>
</div>`
  return { entry: 'account', title: 'Minha conta', content: text }
}

/**
 * Everything that the customer told us and that came of it, in a form that programs read (LGPD, art. 18, II and V).
 * Pictures and evidence of signatures are not in it: those who ask for them get them from the customer service.
 */
function presentData({ purchases, requests, lender }: AccountReading, now: Date) {
  return {
    generatedAt: now.toISOString(),
    controller: lender,
    purchases: purchases.map(reading => {
      const { purchase } = reading
      const {
        continueUrl: _continue,
        contractUrl: _contract,
        billetsUrl: _billets,
        nextQr: _qr,
        early: _early,
        settlement: _settlement,
        dischargeUrl: _discharge,
        ...shown
      } = presentAccountPurchase(reading, now)
      return {
        ...shown,
        status: purchase.status,
        step: purchase.step,
        createdAt: purchase.createdAt.toISOString(),
        signedAt: purchase.signedAt?.toISOString(),
        completedAt: purchase.completedAt?.toISOString(),
        customer: purchase.customer,
        contract: {
          numberOfInstallments: purchase.contract.numberOfInstallments,
          interestRatePM: purchase.contract.interestRatePM,
          interestRatePA: purchase.contract.interestRatePA,
          cetPM: purchase.contract.cetPM,
          cetPA: purchase.contract.cetPA,
          hasInsurance: purchase.hasInsurance,
        },
      }
    }),
    requests: requests.map(presentRequest),
  }
}
