import { createHash } from 'node:crypto'
import {
  type CallLimits,
  createJsonService,
  createVerdictParser,
  type ServiceAddress,
} from '../../platform/outbound/json-service.ts'

/** Looks for known malicious content. Files that the PDF inspection refuses never get here. */
export interface InvoiceScanner {
  scan(bytes: Buffer): Promise<ScanResult>
}

type ScanResult = 'clean' | 'infected'

/*
 * What a virus scanner, or the gateway in front of one, must speak:
 *
 *   POST <SCANNER_URL>
 *   Authorization: Bearer <SCANNER_TOKEN>
 *   Content-Type: application/json
 *   Idempotency-Key: <sha256>     the same whenever the same file is sent
 *
 *   {"sha256": "…", "content": "<base64>"}
 *
 * Answers:
 *
 *   200  {"result": "clean" | "infected"}
 *   408, 429, 5xx                             tried again, Retry-After honoured
 *   any other, or none in time                the upload is refused with 503: unscanned files are not stored
 */
const parse = createVerdictParser(['clean', 'infected'])

/** The retailer waits for the answer to its upload. */
const DEFAULTS: CallLimits = {
  tryTimeoutMs: 6_000,
  totalDeadlineMs: 10_000,
  retries: 1,
  retryDelayMs: 200,
  breakerFailures: 5,
  breakerOpenMs: 10_000,
}

export function createHttpScanner(options: ServiceAddress & Partial<CallLimits>): InvoiceScanner {
  const service = createJsonService({ ...DEFAULTS, ...options, parse })
  return {
    scan(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return service.ask({ sha256, content: bytes.toString('base64') }, sha256)
    },
  }
}

/** Without a scanner, only the PDF inspection applies. */
export const noScanner: InvoiceScanner = { scan: async () => 'clean' }
