import { fastify } from 'fastify'
import { Pool } from 'pg'
import { KeyOnlyRequest, StatusAnswer } from '../../src/contract/transaction.ts'

/*
 * The least work of a status read: validate the same body, one lookup by key, the same answer. No API key, no limits,
 * no log.
 */
const { FLOOR_CONNECTION = '{}', FLOOR_RETAILER = '', PORT } = process.env
const pool = new Pool({ ...JSON.parse(FLOOR_CONNECTION), max: 16 })
const select = {
  name: 'floor.status',
  text: 'SELECT status FROM transactions WHERE id = $2 AND retailer_id = $1',
}

const app = fastify()
app.post<{ Params: { transactionId: string } }>(
  '/public/transaction/:transactionId/status',
  { schema: { body: KeyOnlyRequest, response: { 200: StatusAnswer } } },
  async request => {
    const { transactionId } = request.params
    const { rows } = await pool.query({ ...select, values: [FLOOR_RETAILER, transactionId] })
    return { status: rows[0].status, transactionId }
  },
)
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
process.on('disconnect', () => process.exit())
