import {
  type CallLimits,
  createJsonService,
  type ServiceAddress,
} from '../../platform/outbound/json-service.ts'
import { createVerdictParser } from '../../platform/outbound/verdict.ts'
import type { AnalysisPort } from './analysis.ts'

/*
 * What a service that compares pictures, or the gateway in front of one, must speak:
 *
 *   POST <ANALYSIS_URL>
 *   Authorization: Bearer <ANALYSIS_TOKEN>
 *   Content-Type: application/json
 *   Idempotency-Key: <id>     the same whenever the same pictures are sent, so that a repeated request is billed once
 *
 *   {"transactionId": "…", "cpf": "52998224725", "documents": [{"kind": "front", "mediaType": "image/jpeg",
 *     "sha256": "…", "content": "<base64>"}, …]}          kinds: front, back, selfie
 *
 * Answers:
 *
 *   200  {"result": "passed" | "unsure" | "refused"}    unsure: a person looks at the case
 *   408, 429, 5xx                                        tried again, Retry-After honoured
 *   any other                                            not tried again at once; the job retries later
 */
const parse = createVerdictParser(['passed', 'unsure', 'refused'])

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
  const service = createJsonService({ ...DEFAULTS, ...options, parse })
  return {
    async analyse({ transactionId, cpf, documents, openPicture }) {
      const enclosed = []
      for (const { id, kind, mediaType, sha256 } of documents)
        enclosed.push({ kind, mediaType, sha256, content: (await openPicture(id)).toString('base64') })
      // Other pictures make another request.
      const key = [transactionId, ...documents.map(({ id }) => id.slice(-8))].join('-')
      return service.ask({ transactionId, cpf, documents: enclosed }, key)
    },
  }
}
