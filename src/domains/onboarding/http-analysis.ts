import {
  type CallLimits,
  createJsonService,
  type ServiceAddress,
} from '../../platform/outbound/json-service.ts'
import type { AnalysisPort } from './analysis.ts'
import { parseAnalysisAnswer } from './analysis-protocol.ts'

/** The customer watches a page that says so: minutes would be too long, seconds are not. */
const DEFAULTS: CallLimits = {
  tryTimeoutMs: 20_000,
  totalDeadlineMs: 50_000,
  retries: 1,
  retryDelayMs: 500,
  breakerFailures: 5,
  breakerOpenMs: 15_000,
}

export function createHttpAnalysis(options: ServiceAddress & Partial<CallLimits>): AnalysisPort {
  const service = createJsonService({ ...DEFAULTS, ...options, parse: parseAnalysisAnswer })
  return {
    async analyse({ transactionId, cpf, name, documents, openPicture }) {
      const enclosed = []
      for (const { id, kind, mediaType, sha256 } of documents)
        enclosed.push({ kind, mediaType, sha256, content: (await openPicture(id)).toString('base64') })
      // Other pictures make another request.
      const key = [transactionId, ...documents.map(({ id }) => id.slice(-8))].join('-')
      const about = { transactionId, cpf, ...(name === undefined ? {} : { name }) }
      return service.ask({ ...about, documents: enclosed }, key)
    },
    // A question, not an order: it may be asked as often as one likes, so the key only names it.
    followUp: (transactionId, reference) =>
      service.ask({ transactionId, reference }, `${transactionId}-follow-up`),
  }
}
