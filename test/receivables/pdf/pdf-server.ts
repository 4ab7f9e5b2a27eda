import { setTimeout as delay } from 'node:timers/promises'
import { fastify } from 'fastify'
import { renderBilletPdf } from '../../../src/domains/receivables/billets/pdf/render.ts'
import { createSheets } from './sheets.ts'

/** A separate process, so that measuring does not slow it down: prints its port, ends with its standard input. */
const server = fastify()
server.get('/health', async () => ({ status: 'alive' }))
server.get('/pdf', async (_request, reply) => {
  const sheets = createSheets(25)
  return reply.type('application/pdf').send(await renderBilletPdf(sheets, 'page'))
})
server.get('/memory', async () => {
  // Buffers are freed some time after the objects that held them.
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.()
    await delay(50)
  }
  return process.memoryUsage()
})
console.log(await server.listen({ host: '127.0.0.1', port: 0 }))
process.stdin.resume()
process.stdin.once('end', () => process.exit())
