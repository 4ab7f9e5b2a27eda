// A gateway that Crediário can talk to: copy it, and replace the functions by calls to your providers.
//
//   PORT=8090 TOKEN=secret node docs/ports/reference-gateway.mjs
//   BUREAU_URL=http://127.0.0.1:8090/bureau BUREAU_TOKEN=secret        (docs/ports/bureau.json)
//   ANALYSIS_URL=http://127.0.0.1:8090/analysis ANALYSIS_TOKEN=secret  (docs/ports/analysis.json)
//   MESSAGES_URL=http://127.0.0.1:8090/messages MESSAGES_TOKEN=secret  (docs/ports/messages.json)
//   PAYOUT_URL=https://… PAYOUT_TOKEN_URL=https://…/oauth/token PAYOUT_CLIENT_ID=crediario PAYOUT_CLIENT_SECRET=secret
//     (docs/ports/payouts.json)
//
// Bodies hold personal data: log none of them. Production needs https in front of it.
//
// As it is, it is not fit for production: every answer is invented. `doctor` says so for as long as answers have the
// header below, which goes with the last invented function.
import { timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const TOKEN = process.env.TOKEN ?? ''
const MAX_BYTES = 40 * 1024 * 1024
if (TOKEN === '') throw new Error('TOKEN is missing: the gateway must know who is asking')

/** Asks your credit bureau. Leave out what it does not know: an absent fact is unknown, not bad. */
async function askBureau({ cpf }) {
  return {
    score: 700, // 0 to 1000
    birthDate: '1990-05-17',
    reference: `example-${cpf.slice(0, 3)}`, // the bureau's number of the inquiry
    person: { name: 'Maria da Conceição Araújo' },
    cpfStatus: CPF_STATUS[0], // your bureau's code of the Receita Federal
    pep: 'NO',
    fraudAlerts: [], // ['STOLEN_DOCUMENT'] refuses
    suggestedLimit: 2500, // in reais
  }
}

/** The codes of the Receita Federal. */
const CPF_STATUS = {
  0: 'REGULAR',
  1: 'CANCELLED',
  2: 'SUSPENDED',
  3: 'DECEASED',
  4: 'PENDING',
  5: 'CANCELLED',
  8: 'NULL',
  9: 'CANCELLED',
}

/** Sends the pictures to your provider; asked again with the reference while it is not done. */
async function analyse({ documents, reference }) {
  if (reference === undefined && documents.length > 0)
    return { status: 'PENDING', reference: `case-${documents[0].sha256.slice(0, 12)}` }
  return {
    status: 'DONE',
    result: 'passed', // or 'unsure', 'refused'
    reference,
    person: { name: 'MARIA DA CONCEICAO ARAUJO' },
    checks: { liveness: 'pass', faceMatch: 'pass', documentAuthentic: 'pass', nameMatch: 'unknown' },
  }
}

/** Hands an SMS or e-mail to your provider. `failure` ends it: ADDRESS_INVALID, OPTED_OUT, BLOCKED or EXPIRED. */
async function sendMessage({ expiresAt }, id) {
  if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now()) return { failure: 'EXPIRED' }
  return { id: `example-${id}` }
}

/** Payouts by key: your bank's answers. Keep them in your database, and write the key before you call the bank. */
const payouts = new Map()

/** Asks your bank to pay, once for each key; `body` is undefined when only the state is asked for. */
async function payOut(key, body) {
  const known = payouts.get(key)
  if (known === undefined && body === undefined)
    return [404, { kind: 'NOT_FOUND', code: 'UNKNOWN_KEY', text: 'never asked for' }]
  if (known === undefined) {
    const payout = { key, providerId: `example-${key}`, state: 'ACCEPTED', amount: body.amount }
    payouts.set(key, { payout, asked: JSON.stringify(body) })
    return [201, payout]
  }
  if (body !== undefined && known.asked !== JSON.stringify(body))
    return [409, { kind: 'CONFLICT', code: 'OTHER_DATA', text: 'the key is known with another body' }]
  if (body === undefined)
    known.payout = { ...known.payout, state: 'PAID', changedAt: new Date().toISOString() }
  return [200, known.payout]
}

/** Asks whoever delivered a message for the proof. */
async function findReceipt({ key }) {
  return { state: 'DELIVERED', deliveredAt: new Date().toISOString(), messageId: key }
}

/** Debts by key, as your bureau has them. Keep them in your database, and write the key before you call the bureau. */
const listings = new Map()

async function changeListing({ operation, key }) {
  const known = listings.get(key) ?? 'NONE'
  if (operation === 'LIST') listings.set(key, 'LISTED')
  if (operation === 'REMOVE' && known === 'LISTED') listings.set(key, 'REMOVED')
  return { key, state: listings.get(key) ?? 'NONE', id: `example-${key}` }
}

const HANDLERS = {
  '/bureau': askBureau,
  '/analysis': analyse,
  '/messages': sendMessage,
  '/messages/receipts': findReceipt,
  '/listings': changeListing,
}

/** Answers by key: a request that is repeated must not be billed, counted or sent twice. Keep them in your database. */
const answered = new Map()

const server = createServer(async (request, response) => {
  const headers = { 'content-type': 'application/json', 'x-crediario-gateway': 'reference' }
  const reply = (status, body) => response.writeHead(status, headers).end(JSON.stringify(body))
  try {
    // The secret of the client is the token of the other ports. The proxy in front asks for the certificate.
    if (request.url === '/oauth/token')
      return isClient(request.headers.authorization)
        ? reply(200, { access_token: TOKEN, expires_in: 3600 })
        : reply(401, { error: 'invalid_client' })
    const [, payoutKey] = /^\/payouts\/([A-Za-z0-9]{20})$/.exec(request.url) ?? []
    if (payoutKey !== undefined) {
      if (!isToken(request.headers.authorization)) return reply(401, { kind: 'DENIED', code: 'TOKEN' })
      const body = request.method === 'PUT' ? await readJson(request) : undefined
      if (request.method === 'PUT' && body === undefined) return reply(400, { kind: 'INVALID', code: 'BODY' })
      return reply(...(await payOut(payoutKey, body)))
    }
    const handle = HANDLERS[request.url]
    if (handle === undefined || request.method !== 'POST') return reply(404, { error: 'not found' })
    if (!isToken(request.headers.authorization)) return reply(401, { error: 'token' })
    const body = await readJson(request)
    if (body === undefined) return reply(400, { error: 'body' })
    const key = `${request.url} ${request.headers['idempotency-key']}`
    if (!answered.has(key)) answered.set(key, handle(body, request.headers['idempotency-key']))
    const answer = await answered.get(key)
    // What is not decided yet may be asked again, and a state may have changed.
    if (answer.status === 'PENDING' || body.reference !== undefined || answer.state !== undefined)
      answered.delete(key)
    return reply(200, answer)
  } catch {
    // 5xx: Crediário tries again.
    return reply(503, { error: 'the provider did not answer' })
  }
})

function isToken(header = '') {
  return isSame(header, `Bearer ${TOKEN}`)
}

function isClient(header = '') {
  return isSame(header, `Basic ${Buffer.from(`crediario:${TOKEN}`).toString('base64')}`)
}

function isSame(text, right) {
  const [given, wanted] = [Buffer.from(text), Buffer.from(right)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

async function readJson(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  try {
    const body = JSON.parse(Buffer.concat(chunks).toString())
    return typeof body === 'object' && body !== null ? body : undefined
  } catch {
    return undefined
  }
}

server.listen(Number(process.env.PORT ?? 8090), '127.0.0.1', () =>
  process.stdout.write(`listening on http://127.0.0.1:${server.address().port}\n`),
)
