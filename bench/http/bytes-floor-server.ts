import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'

/*
 * The least that a server for an anonymous read could do: send ready-made bytes from memory with their headers, one answer for each
 * address. No key, no limits, no origins, no validation, no clock, no log, no metrics.
 */
const { FLOOR_ANSWERS = '', FLOOR_HEADERS = '{}', FLOOR_ROUTE = '/', PORT } = process.env
const texts = JSON.parse(readFileSync(FLOOR_ANSWERS, 'utf8')) as Record<string, string>
const answers = new Map(Object.entries(texts).map(([url, text]) => [url, Buffer.from(text)]))
const headers = JSON.parse(FLOOR_HEADERS) as Record<string, string>

const app = fastify()
app.get(FLOOR_ROUTE, (request, reply) => {
  reply.headers(headers).send(answers.get(request.url))
})
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
process.on('disconnect', () => process.exit())
