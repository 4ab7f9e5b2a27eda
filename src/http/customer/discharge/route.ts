import type { FastifyInstance } from 'fastify'
import { writeCnpj, writeDate } from '../../../brazil/writing.ts'
import { RequestError } from '../../../contract/errors.ts'
import { DISCHARGE_PATH, verifyDischarge } from '../../../domains/contracts/index.ts'
import { createAddressBudget } from '../../../platform/http/address-budget.ts'
import { computeClientAddress } from '../../../platform/http/client-address.ts'
import { type ShellPage, sendShell } from '../../../platform/http/web-assets.ts'
import type { Site } from '../../site.ts'
import { html } from '../markup.ts'
import { presentLogo } from '../present-logo.ts'

/** People try one letter; whoever tries codes needs more. */
const TRIES_PER_MINUTE = 30

type Verified = NonNullable<Awaited<ReturnType<typeof verifyDischarge>>>

/** Where the code on a letter of discharge leads: whether the letter is genuine, and nothing about a person. */
export function addDischargeRoutes(app: FastifyInstance, api: Site): void {
  const budget = createAddressBudget(TRIES_PER_MINUTE)
  app.get<{ Params: { retailer: string; contract: string; code: string } }>(
    `${DISCHARGE_PATH}/:retailer/:contract/:code`,
    { config: { public: true } },
    async ({ ip, params }, reply) => {
      const retryAfterSeconds = budget.spend(computeClientAddress(ip))
      if (retryAfterSeconds !== undefined) throw new RequestError('rate_limited', { retryAfterSeconds })
      const { retailer: retailerId, contract: transactionId, code } = params
      const statement = await verifyDischarge(api, { retailerId, transactionId, code })
      reply.header('x-robots-tag', 'noindex, nofollow')
      return statement === undefined
        ? sendShell(reply.code(404), api.renderShell(presentUnknown()))
        : sendShell(reply, api.renderShell(presentGenuine(statement)))
    },
  )
}

/** What stands on the paper too, so that a code copied onto another letter is noticed. */
function presentGenuine({ lender, transactionId, settledOn }: Verified): ShellPage {
  const { text } = html`<main>
${presentLogo()}
<section class="card stack">
<p class="top"><span>Termo de quitação</span><span class="status paid">Verdadeiro</span></p>
<h1>Este termo é verdadeiro</h1>
<p>Foi emitido por <strong>${lender.name}</strong>, CNPJ ${writeCnpj(lender.document)}. Confira no papel:</p>
<dl class="figures">
<div><dt>Cédula de Crédito Bancário</dt><dd>nº ${transactionId}</dd></div>
<div><dt>Quitada em</dt><dd>${writeDate(settledOn)}</dd></div>
</dl>
</section>
<p class="note">Esta página não mostra dados de quem pagou.</p>
</main>`
  return { entry: 'billet', title: 'Termo verdadeiro', content: text }
}

function presentUnknown(): ShellPage {
  const { text } = html`<main>
${presentLogo()}
<section class="card stack">
<h1>Não encontramos este termo</h1>
<p>O endereço pode estar incompleto. Leia de novo o código do papel com a câmera. Se o resultado for o mesmo, o termo não foi emitido por nós: não o aceite.</p>
</section>
</main>`
  return { entry: 'billet', title: 'Termo não encontrado', content: text }
}
