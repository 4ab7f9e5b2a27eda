import { createServer } from 'node:http'

/* A receiver with minimal cost: answers 204 to everything, and reports to its parent what arrived and when. */
interface Question {
  readonly ask: 'figures' | 'arrivals' | 'reset'
}

let count = 0
let firstAtMs = 0
let lastAtMs = 0
let arrivals: [id: string, atMs: number][] = []

const server = createServer((request, response) => {
  const id = request.headers['webhook-id']
  request.resume()
  request.on('end', () => {
    lastAtMs = Date.now()
    if (count === 0) firstAtMs = lastAtMs
    count += 1
    arrivals.push([String(id), lastAtMs])
    response.writeHead(204).end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ address: server.address() }))

process.on('message', ({ ask }: Question) => {
  if (ask === 'reset') {
    count = 0
    arrivals = []
  }
  // Asked twenty times a second during deliveries: the long list is sent only on request.
  process.send?.(ask === 'arrivals' ? arrivals : { count, firstAtMs, lastAtMs })
})
process.on('disconnect', () => process.exit())
