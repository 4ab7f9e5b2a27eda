import type { FastifyInstance } from 'fastify'

const stopping = new WeakSet<FastifyInstance>()

export function isStopping(app: FastifyInstance): boolean {
  return stopping.has(app)
}

/**
 * Requests in flight are answered; new ones, on connections still open, get an answer to retry on another connection.
 * At the deadline everything left is cut off, so that the process ends in time.
 */
export async function stopServer(app: FastifyInstance, deadlineMs: number): Promise<void> {
  stopping.add(app)
  const timer = setTimeout(() => app.server.closeAllConnections(), deadlineMs)
  try {
    await app.close()
  } finally {
    clearTimeout(timer)
  }
}
