import { insertLinkMessage } from '../../src/domains/links/message-store.ts'
import { newLinkToken } from '../../src/domains/links/payment-link.ts'
import { insertLink } from '../../src/domains/links/store.ts'
import { newId } from '../../src/kernel/ids.ts'
import type { PurchaseStage } from '../purchases/stage.ts'
import { LINKS, SELLERS } from './rows.ts'

const BATCH = 1_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** One in three was sent by the shop. */
const SENT = 3

/** A year of payment links, through the program: their MACs and boxes are checked on every page. */
export async function fillLinks(stage: PurchaseStage): Promise<void> {
  await stage.withApp(async ({ database, secrets }) => {
    for (let first = 0; first < LINKS; first += BATCH)
      await database.transaction(async tx => {
        const links = Array.from({ length: BATCH }, (_, at) => composeLink(stage.retailerId, first + at))
        await Promise.all(links.map(link => insertLink(tx, secrets, link)))
        const sent = links.filter((_, at) => at % SENT === 0)
        const message = { channel: 'SMS', to: '11987654321' } as const
        await Promise.all(
          sent.map(({ id, createdAt }) => insertLinkMessage(tx, secrets, id, message, createdAt)),
        )
      })
  })
  await stage.run(
    `UPDATE payment_links l SET status = s.status,
        transaction_id = CASE WHEN s.status IN ('COMPLETED', 'CLAIMED') THEN l.id END,
        opened_at = CASE WHEN s.n % 10 NOT IN (5, 8) THEN l.created_at + interval '1 minute' END,
        identified_at = CASE WHEN s.n % 10 IN (0, 1, 2, 3, 4, 7) THEN l.created_at + interval '2 minutes' END,
        signed_at = CASE WHEN s.n % 10 < 5 THEN l.created_at + interval '9 minutes' END
      FROM (SELECT f.id, n.n, CASE
          WHEN n.n % 10 < 5 THEN 'COMPLETED' WHEN n.n % 10 = 8 THEN 'DELETED'
          WHEN f.expires_at < now() - interval '1 hour' THEN 'EXPIRED'
          WHEN n.n % 10 = 5 THEN 'ACTIVE' WHEN n.n % 10 = 7 THEN 'CLAIMED' ELSE 'OPENED' END AS status
        FROM payment_links f CROSS JOIN LATERAL (SELECT substr(f.order_id, 8)::integer AS n) n) s
      WHERE s.id = l.id`,
  )
  await stage.run('VACUUM (FULL, ANALYZE) payment_links')
  await stage.run('VACUUM (ANALYZE) payment_links')
  await stage.run('VACUUM (ANALYZE) payment_link_messages')
}

function composeLink(retailerId: string, n: number): Parameters<typeof insertLink>[2] {
  const createdAt = new Date(Date.now() - n * 5 * MINUTE_MS)
  return {
    id: newId(createdAt.getTime()),
    retailerId,
    orderId: `pedido-${n}`,
    source: 'tdv',
    status: 'ACTIVE',
    amountCentavos: 100_000 + (n % 1_000) * 100,
    token: newLinkToken(),
    customer: { name: 'Maria da Silva', cpf: '52998224725', phone: '11987654321' },
    seller: n % 7 === 0 ? {} : { seller: `Vendedora ${n % SELLERS}` },
    description: 'Geladeira 400 litros',
    shippingCentavos: 0,
    transactionId: undefined,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 7 * DAY_MS),
    openedAt: undefined,
    identifiedAt: undefined,
    signedAt: undefined,
    lockedAt: undefined,
  }
}
