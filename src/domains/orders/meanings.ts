import type { App } from '../../app/app.ts'
import { parseCpf } from '../../brazil/cpf.ts'
import { isId } from '../../kernel/ids.ts'
import { findLinkBy } from '../links/index.ts'
import { findPurchaseBy, hashNameWords, type Meaning } from '../purchases/index.ts'

const TOKEN = /^[A-Za-z0-9_-]{32}$/

/** Everything that a search text may mean to a shop; a purchase that fits one of them is found. */
export async function listMeanings(app: App, retailerId: string, text: string): Promise<readonly Meaning[]> {
  const { secrets } = app
  const typed = text.trim()
  const cpf = parseCpf(typed.replaceAll(' ', ''))
  const words = hashNameWords(secrets, retailerId, typed)
  // What has a digit is no name.
  const isName = words.length > 0 && !/\d/.test(typed)
  return [
    { orderId: typed },
    ...(isId(typed) ? [{ ids: [typed] }] : []),
    ...(cpf === undefined ? [] : [{ cpfIndex: secrets.computeBlindIndex('cpf', cpf) }]),
    ...(isName ? [{ words }] : []),
    ...(await listLinked(app, retailerId, typed)),
  ]
}

/** The purchases of a payment link, by its id or address, or of the address at which a purchase goes on. */
async function listLinked(app: App, retailerId: string, typed: string): Promise<Meaning[]> {
  const last = typed.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  if (!isId(last) && !TOKEN.test(last)) return []
  const link = await findLinkBy(app, retailerId, last)
  if (link !== undefined) return [{ orderId: link.orderId }]
  if (!TOKEN.test(last)) return []
  const purchase = await findPurchaseBy(app.database, app.secrets, { token: last })
  return purchase?.retailerId === retailerId ? [{ ids: [purchase.id] }] : []
}
