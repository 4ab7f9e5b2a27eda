import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from 'pg'
import { addHistory } from '../../../bench/http/history.ts'
import { startEmbeddedPostgres } from '../../../src/platform/embedded-postgres/embedded-postgres.ts'
import { DEMO_KEY } from '../../support/app.ts'
import { newPerson, optionsBody } from '../../support/people.ts'

const SAMPLE_TRIES = 20

/** A shop's receiver, which only counts: what it costs must not be measured. */
export async function openCountingReceiver(): Promise<{ url: string; count(): number; close(): void }> {
  let count = 0
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      count += 1
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    count: () => count,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

export async function subscribe(serviceUrl: string, url: string): Promise<void> {
  const { status, text } = await post(`${serviceUrl}/webhooks/endpoints`, { apiKey: DEMO_KEY, url })
  if (status !== 200) throw new Error(`no endpoint: ${text}`)
}

/** The past of a shop: copies of what one real request writes, made in SQL. */
export async function fillDatabase(
  dataDir: string,
  serviceUrl: string,
  rows: number,
  log: (line: string) => void,
): Promise<void> {
  const startedAt = performance.now()
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const client = new Client(embedded.connection)
  await client.connect()
  try {
    await client.query('SET synchronous_commit = off')
    await makeSample(client, serviceUrl)
    await addHistory(sql => client.query(sql), rows)
    await client.query('CHECKPOINT').catch(() => {})
  } finally {
    await client.end()
    await embedded.stop()
  }
  log(`${rows} earlier checkouts in ${Math.round((performance.now() - startedAt) / 1000)} s`)
}

async function makeSample(client: Client, serviceUrl: string): Promise<void> {
  for (let tries = 0; tries < SAMPLE_TRIES; tries++) {
    await post(`${serviceUrl}/options`, optionsBody(DEMO_KEY, newPerson(), 900))
    const { rowCount } = await client.query('SELECT FROM checkouts LIMIT 1')
    if (rowCount === 1) return
  }
  throw new Error('no request wrote the rows to copy')
}

async function post(url: string, body: object): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}
