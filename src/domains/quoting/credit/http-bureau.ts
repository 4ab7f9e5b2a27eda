import { randomUUID } from 'node:crypto'
import {
  type CallLimits,
  createJsonService,
  type ServiceAddress,
  ServiceUnavailable,
} from '../../../platform/outbound/json-service.ts'
import type { Bureau } from './bureau.ts'
import { parseBureauResponse } from './bureau-protocol.ts'

export type HttpBureauOptions = ServiceAddress & Partial<CallLimits>

/** A shopper waits for the answer, so the defaults favour an early "cannot say" over a late report. */
const DEFAULTS: CallLimits = {
  tryTimeoutMs: 1500,
  totalDeadlineMs: 3500,
  retries: 2,
  retryDelayMs: 100,
  breakerFailures: 5,
  breakerOpenMs: 10_000,
}

export function createHttpBureau(options: HttpBureauOptions): Bureau {
  const service = createJsonService({ ...DEFAULTS, ...options, parse: parseBureauResponse })
  return {
    async fetchReport({ cpf, phone, email, zipCode }) {
      try {
        return { status: 'ok', report: await service.ask({ cpf, phone, email, zipCode }, randomUUID()) }
      } catch (error) {
        if (!(error instanceof ServiceUnavailable)) throw error
        return { status: 'unavailable', reason: error.reason }
      }
    },
  }
}
