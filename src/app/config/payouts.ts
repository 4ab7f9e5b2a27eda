import { type HttpRailSettings, type Payee, parsePixPayee } from '../../domains/payouts/index.ts'
import { InputError } from '../../kernel/faults.ts'
import { type ClientVariables, readOAuthClient } from './oauth-client.ts'

interface Variables extends ClientVariables {
  integer(name: string, fallback: number, minimum: number, maximum: number): number
}

/** How money leaves. */
export interface PayoutSettings {
  /** Undefined without PAYOUT_URL: orders leave by files, or in homologation by the sandbox bank. */
  readonly http: HttpRailSettings | undefined
  /** `file`: no bank is called, although one could be. */
  readonly rail: 'http' | 'file'
  /** In reais: above it a person approves. */
  readonly approvalLimit: number
  /** Who gets taxes and premiums; orders for them wait while they are not known. */
  readonly treasury: Payee | undefined
  readonly insurer: Payee | undefined
}

export function readPayoutSettings(
  read: Variables,
  problems: string[],
  isHomologation: boolean,
): PayoutSettings {
  const http = readHttp(read, problems)
  const rail = read.oneOf(
    'PAYOUT_RAIL',
    ['http', 'file'],
    http !== undefined || isHomologation ? 'http' : 'file',
  )
  if (rail === 'http' && http === undefined && !isHomologation)
    problems.push('PAYOUT_URL is missing: PAYOUT_RAIL=http names no bank')
  return {
    http,
    rail,
    approvalLimit: read.integer('PAYOUT_APPROVAL_LIMIT', 50_000, 0, 1_000_000_000),
    treasury: readPayee(read, 'TREASURY', problems),
    insurer: readPayee(read, 'INSURER', problems),
  }
}

function readHttp(read: Variables, problems: string[]): HttpRailSettings | undefined {
  const url = read.url('PAYOUT_URL', ['https:'])
  if (url === undefined) return undefined
  const need = (name: string): string => {
    const text = read.text(name)
    if (text === undefined) problems.push(`${name} is missing: PAYOUT_URL names a bank`)
    return text ?? ''
  }
  return { url: url.replace(/\/+$/, ''), ...readOAuthClient(read, 'PAYOUT', need, problems) }
}

function readPayee(read: Variables, prefix: 'TREASURY' | 'INSURER', problems: string[]): Payee | undefined {
  const [name, document, key] = (['NAME', 'DOCUMENT', 'PIX_KEY'] as const).map(part =>
    read.text(`${prefix}_${part}`),
  )
  if (name === undefined && document === undefined && key === undefined) return undefined
  try {
    return parsePixPayee({ name: name ?? '', document: document ?? '', key: key ?? '' })
  } catch (error) {
    if (!(error instanceof InputError) || error.field === undefined) throw error
    const variable =
      error.field === 'payee.to.key' ? 'PIX_KEY' : error.field.replace('payee.', '').toUpperCase()
    problems.push(`${prefix}_${variable} ${error.problem}`)
    return undefined
  }
}
