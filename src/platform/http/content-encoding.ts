import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isKnownToClient } from './not-modified.ts'
import { getRequestLog } from './request-log.ts'

/** In the order of our preference, when the client has none. */
const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number] | 'identity'

/** Less than any weight that a client can give: plain text is what is sent when nothing else is accepted. */
const UNNAMED_IDENTITY = 0.0001

/** By the weights of Accept-Encoding (RFC 9110, 12.5.3). Without the header, answers are plain. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined || accepted === '') return 'identity'
  const weights = parseWeights(accepted)
  const others = weights.get('*')
  let best: Encoding = 'identity'
  let most = weights.get('identity') ?? Math.min(others ?? UNNAMED_IDENTITY, UNNAMED_IDENTITY)
  for (const encoding of ENCODINGS) {
    const weight = weights.get(encoding) ?? others ?? 0
    // At equal weight the compressed form is preferred to plain text; of two compressed forms, the earlier one.
    if (weight < most || weight === 0 || (weight === most && best !== 'identity')) continue
    best = encoding
    most = weight
  }
  return best
}

function parseWeights(accepted: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const entry of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map(part => part.trim())
    const written = parameters.find(parameter => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '')
    weights.set(name, written === undefined ? 1 : parseWeight(written))
  }
  return weights
}

/** An invalid weight accepts nothing. */
function parseWeight(written: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(written) ? Number(written) : 0
}

/** One file in the forms in which it can be sent. Each has its own strong ETag, because their bytes differ. */
export interface EncodedFile {
  readonly type: string
  readonly forms: Readonly<Record<Encoding, { readonly body: Buffer; readonly etag: string }>>
}

/** `etag` belongs to the plain form. */
export function composeForms(etag: string, bodies: Readonly<Record<Encoding, Buffer>>): EncodedFile['forms'] {
  return {
    identity: { body: bodies.identity, etag },
    br: { body: bodies.br, etag: `${etag.slice(0, -1)}-br"` },
    gzip: { body: bodies.gzip, etag: `${etag.slice(0, -1)}-gzip"` },
  }
}

export function sendEncodedFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, forms }: EncodedFile,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const { body, etag } = forms[encoding]
  reply.headers({ etag, vary: 'accept-encoding' })
  if (isKnownToClient(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(body)
}

/** What is smaller fits one packet anyway. */
const SMALLEST_BYTES = 1_024
const TEXT_TYPES = /^(?:application\/(?:[\w.-]+\+)?json|text\/(?:html|css|javascript))(?:;|$)/i
/**
 * An ETag names the bytes as they are, and files that have one are compressed beforehand. A cookie is a secret, and
 * the length of a compressed answer must not reveal it (src/platform/README.md).
 */
const LEFT_ALONE = ['content-encoding', 'content-range', 'etag', 'set-cookie'] as const

type Compress = (body: Buffer | string, done: (error: Error | null, compressed: Buffer) => void) => void

/** Fast levels: a better one saves few bytes for several times the work. Both run beside the serving thread. */
const compressors: Readonly<Record<Exclude<Encoding, 'identity'>, Compress>> = {
  br: (body, done) => brotliCompress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }, done),
  gzip: (body, done) => gzip(body, { level: 1 }, done),
}

/** To be added after every other hook that reads the answer: those must see it as it is. */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(reply, payload)) return done()
    const vary = reply.getHeader('vary')
    reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`)
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    if (encoding === 'identity') return done()
    compressors[encoding](payload, (error, compressed) => {
      if (error !== null) {
        getRequestLog(request).warn({ err: error }, 'answer sent without compression')
        return done()
      }
      reply.header('content-encoding', encoding).removeHeader('content-length')
      done(null, compressed)
    })
  })
}

function isCompressible(reply: FastifyReply, payload: unknown): payload is string | Buffer {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false
  if (payload.length < SMALLEST_BYTES || LEFT_ALONE.some(name => reply.hasHeader(name))) return false
  return TEXT_TYPES.test(String(reply.getHeader('content-type')))
}
