import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'
import { Pool } from 'pg'
import { brazilianFormats } from '../../src/brazil/request-formats.ts'
import { OptionsRequest } from '../../src/contract/options.ts'
import { PreApproveRequest } from '../../src/contract/pre-approve.ts'
import { textFormats } from '../../src/kernel/text-formats.ts'

/*
 * The least work of a server for this endpoint: validate the same body, insert one row durably, send the same answer,
 * either stringified from an object or as ready-made bytes. No API key, no limits, no decision, no pricing, no
 * encryption.
 */
const {
  FLOOR_CONNECTION = '{}',
  FLOOR_ANSWER = '',
  FLOOR_ROUTE = '/options',
  FLOOR_MODE = 'bytes',
  PORT,
} = process.env
const text = readFileSync(FLOOR_ANSWER, 'utf8')
const object: unknown = JSON.parse(text)
const bytes = Buffer.from(text)
const pool = new Pool({ ...JSON.parse(FLOOR_CONNECTION), max: 16 })
const insert = {
  name: 'floor.insert',
  text: 'INSERT INTO bench_floor (body, created_at) VALUES ($1, now())',
}

const app = fastify({
  ajv: {
    customOptions: {
      coerceTypes: false,
      removeAdditional: false,
      allErrors: true,
      strict: false,
      formats: { ...brazilianFormats, ...textFormats },
    },
  },
})
app.post(
  FLOOR_ROUTE,
  { schema: { body: FLOOR_ROUTE === '/options' ? OptionsRequest : PreApproveRequest } },
  async (request, reply) => {
    await pool.query({ ...insert, values: [JSON.stringify(request.body)] })
    reply.type('application/json; charset=utf-8')
    return FLOOR_MODE === 'stringify' ? JSON.stringify(object) : bytes
  },
)
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
process.on('disconnect', () => process.exit())
