import type { App } from '../../app/app.ts'
import type { AttentionKind } from '../../contract/console-money.ts'
import type { Centavos } from '../../kernel/money.ts'
import { HOUR_MS } from '../../platform/jobs/job-table.ts'
import { countEndingLinks } from '../links/index.ts'
import { readUntransferred } from '../purchases/index.ts'
import { findPayee, listRetailerProposals } from '../retailers/index.ts'
import { explainHeld } from './balance.ts'

/** Something that waits for the shop itself, or that it should know of. */
interface Attention {
  readonly kind: AttentionKind
  readonly count: number
  /** Of orders: what the transfer comes to. */
  readonly amountCentavos: Centavos | undefined
  /** The first of them: a transfer that did not arrive, or the moment at which the next link ends. */
  readonly transferId?: string | undefined
  readonly firstAt?: Date | undefined
}

const ENDING_HOURS = 48
/** A shop cannot do anything about the others. */
const OWN_REASONS = ['TRANSFER_RETURNED', 'TRANSFER_FAILED', 'INVOICE_REFUSED', 'INVOICE_MISSING'] as const

/** The most urgent first. */
export async function listAttention(app: App, retailerId: string): Promise<Attention[]> {
  const { database, secrets, clock, webhooks } = app
  const now = clock.now()
  const [held, links, endpoints, payout, { proposals }] = await Promise.all([
    readUntransferred(database, retailerId).then(sales => explainHeld(app, sales.held)),
    countEndingLinks(database, retailerId, {
      after: now,
      until: new Date(now.getTime() + ENDING_HOURS * HOUR_MS),
    }),
    webhooks.listEndpoints(retailerId),
    findPayee(database, secrets, retailerId),
    listRetailerProposals(database, secrets),
  ])
  const failing = endpoints.filter(
    ({ status, failingSince }) => status === 'disabled' || failingSince !== null,
  )
  const changes = proposals.filter(proposal => proposal.retailerId === retailerId)
  const about = (kind: Attention['kind'], count: number): Attention[] =>
    count === 0 ? [] : [{ kind, count, amountCentavos: undefined }]
  return [
    ...OWN_REASONS.flatMap(reason => {
      const [first, ...others] = held.filter(sale => sale.reason === reason)
      if (first === undefined) return []
      const sales = [first, ...others]
      return {
        kind: reason,
        count: sales.length,
        amountCentavos: sales.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0),
        transferId: first.transferId,
      }
    }),
    ...about('ACCOUNT_MISSING', payout.payee === undefined ? 1 : 0),
    ...about('ACCOUNT_CHANGE', changes.length),
    ...about('WEBHOOK_FAILING', failing.length),
    ...about('LINKS_ENDING', links.count).map(each => ({ ...each, firstAt: links.firstAt ?? undefined })),
  ]
}
