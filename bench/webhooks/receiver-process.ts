import { createServer } from 'node:http'

/* A receiver that costs as little as it can: says 204 to everything, and tells its parent what came and when. */
interface Question {
  readonly ask: 'figures' | 'reset'
}

let count = 0
let firstAtMs = 0
let lastAtMs = 0
let arrivals: [id: string, atMs: number][] = []
const keepsArrivals = process.argv[2] === 'arrivals'

const server = createServer((request, response) => {
  const id = request.headers['webhook-id']
  request.resume()
  request.on('end', () => {
    lastAtMs = Date.now()
    if (count === 0) firstAtMs = lastAtMs
    count += 1
    if (keepsArrivals) arrivals.push([String(id), lastAtMs])
    response.writeHead(204).end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ address: server.address() }))

process.on('message', ({ ask }: Question) => {
  if (ask === 'figures') process.send?.({ count, firstAtMs, lastAtMs, arrivals })
  else {
    count = 0
    arrivals = []
  }
  if (ask === 'reset') process.send?.({ isReset: true })
})
process.on('disconnect', () => process.exit())
