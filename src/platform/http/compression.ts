import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { chooseEncoding, type Encoding } from './content-encoding.ts'
import { getRequestLog } from './request-log.ts'

/** What is smaller fits one packet anyway. */
const SMALLEST_BYTES = 1_024
const TEXT_TYPES = /^(?:application\/(?:[\w.-]+\+)?json|text\/(?:html|css|javascript))(?:;|$)/i
/**
 * An ETag names the bytes as they are, and files that have one are compressed beforehand. A cookie is a secret, of
 * which the length of a compressed answer must tell nothing (docs/decisions/compression.md).
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
