import { createHash, createPrivateKey, createPublicKey, sign, X509Certificate } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { nextBusinessDay } from '../../brazil/business-days.ts'
import { calendarDateAt, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { admitRequest } from './behaviours.ts'
import { type ChargeKind, isDueDateBody } from './charge-body.ts'
import { findChargeByToken } from './charge-store.ts'
import { type Charge, type ChargeContext, openCharge } from './charges.ts'
import { writeHundredths } from './field-reader.ts'
import { type Query, QueryReader } from './listing.ts'
import type { Identity } from './make-certificates.ts'
import { computeParts, isExpired } from './pay-charge.ts'
import { presentPayload } from './present.ts'
import { PspProblem } from './problem.ts'

interface OfLocation {
  readonly Params: { readonly token: string }
  readonly Querystring: Query
}

/** Where a payer's bank fetches a charge by the address in its code: public, and signed. */
export function addLocationRoutes(app: FastifyInstance, context: ChargeContext, identity: Identity): void {
  const keyId = computeThumbprint(identity, 'sha256')
  const composeJws = (payload: Record<string, unknown>): string => {
    const header = {
      alg: 'ES256',
      typ: 'JOSE',
      kid: keyId,
      x5t: computeThumbprint(identity, 'sha1'),
      jku: `https://${context.getHost()}/qr/jwks`,
    }
    const text = [header, payload]
      .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const key = { key: createPrivateKey(identity.key), dsaEncoding: 'ieee-p1363' } as const
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
  }

  app.get('/qr/jwks', async () => ({
    keys: [
      {
        ...createPublicKey(identity.certificate).export({ format: 'jwk' }),
        kid: keyId,
        use: 'sig',
        alg: 'ES256',
        key_ops: ['verify'],
        x5c: [new X509Certificate(identity.certificate).raw.toString('base64')],
      },
    ],
  }))

  for (const [kind, path] of [
    ['cob', '/qr/v2/:token'],
    ['cobv', '/qr/v2/cobv/:token'],
  ] as const)
    app.get<OfLocation>(path, async (request, reply) => {
      const charge = await getPayableCharge(context, kind, request.params.token)
      const day = kind === 'cobv' ? readDay(request.query) : undefined
      const receiver = await context.findReceiver(charge.body.chave)
      if (receiver === undefined) throw new PspProblem('CobPayloadNaoEncontrado')
      const value = isDueDateBody(charge.body)
        ? presentValue(charge, day ?? chooseDay(charge, context))
        : undefined
      const payload = presentPayload(charge, receiver, context.clock.now(), value)
      return reply.type('application/jose').send(composeJws(payload))
    })
}

async function getPayableCharge(context: ChargeContext, kind: ChargeKind, token: string): Promise<Charge> {
  const record = /^[0-9a-f]{32}$/.test(token)
    ? await findChargeByToken(context.database, token, kind)
    : undefined
  if (record === undefined) throw new PspProblem('CobPayloadNaoEncontrado')
  await admitRequest(context, [record.retailerId ?? undefined])
  const charge = openCharge(context, record)
  if (charge.status !== 'ATIVA' || isExpired(charge, context.clock.now()))
    throw new PspProblem('CobPayloadNaoEncontrado', {
      status: 410,
      detail: 'A cobrança não pode mais ser paga.',
    })
  return charge
}

/** The intended day of payment. The municipality is accepted and ignored: this bank knows national holidays only. */
function readDay(query: Query) {
  const read = new QueryReader(query, 'CobPayloadOperacaoInvalida')
  const municipality = read.text('codMun')
  if (municipality !== undefined && !/^\d{7}$/.test(municipality))
    read.refuse('codMun', 'deve ter sete dígitos')
  const text = read.text('DPP')
  const day = text === undefined ? undefined : parseDay(text)
  if (text !== undefined && day === undefined) read.refuse('DPP', 'deve ser um dia AAAA-MM-DD')
  read.finish()
  return day
}

function parseDay(text: string) {
  try {
    return parseCalendarDate(text)
  } catch {
    return undefined
  }
}

/** The due date as long as it is not over, then today. */
function chooseDay({ body }: Charge, { clock }: ChargeContext) {
  const today = calendarDateAt(clock.now())
  if (!isDueDateBody(body)) return today
  const { dataDeVencimento } = body.calendario
  return today <= nextBusinessDay(dataDeVencimento) ? dataDeVencimento : today
}

function presentValue(charge: Charge, day: ReturnType<typeof chooseDay>): Record<string, string> {
  const parts = computeParts(charge, day)
  const others = {
    multa: parts.fineCentavos,
    juros: parts.interestCentavos,
    abatimento: parts.rebateCentavos,
    desconto: parts.discountCentavos,
  }
  const given = Object.entries(others).filter(([, centavos]) => centavos > 0)
  return {
    original: writeHundredths(parts.originalCentavos),
    ...Object.fromEntries(given.map(([name, centavos]) => [name, writeHundredths(centavos)])),
    final: writeHundredths(parts.amountCentavos),
  }
}

function computeThumbprint({ certificate }: Identity, algorithm: 'sha1' | 'sha256'): string {
  return createHash(algorithm).update(new X509Certificate(certificate).raw).digest('base64url')
}
