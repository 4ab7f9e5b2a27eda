import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendError, toRefusal } from './errors.ts'
import { type Shell, sendShell } from './web-assets.ts'

/** Words for a person at an address that leads nowhere, or, if it is known, only programs somewhere. */
export type MissingPages = (url: string, isKnownAddress: boolean) => Shell

type ErrorAnswer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

/** Errors are JSON; only a browser at a wrong address gets a page with the same status. */
export function createErrorAnswer(missingPages: MissingPages | undefined): ErrorAnswer {
  if (missingPages === undefined) return sendError
  return (error, request, reply) => {
    const { code, status } = toRefusal(error, request)
    const isKnownAddress = code === 'method_not_allowed'
    if ((code !== 'route_not_found' && !isKnownAddress) || !isVisit(request))
      return sendError(error, request, reply)
    sendShell(reply.code(status), missingPages(request.url, isKnownAddress))
  }
}

/** A person's browser goes to an address, as opposed to a program or a script that asks for data. */
function isVisit({ method, headers }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || headers['x-service-apikey'] !== undefined) return false
  return prefersHtml(headers.accept)
}

/** HTML must be named, and before JSON: a wildcard, as curl sends it, is a program's. */
export function prefersHtml(accept = ''): boolean {
  const html = readWeight(accept, 'text/html')
  return html > 0 && html > readWeight(accept, 'application/json')
}

function readWeight(accept: string, type: string): number {
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
    if (name !== type) continue
    const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
    return weight === undefined ? 1 : Number(weight) || 0
  }
  return 0
}
