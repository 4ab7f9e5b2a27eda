import type { App } from '../../app/app.ts'
import { isId } from '../../kernel/ids.ts'
import {
  listDecidedIds,
  noteList,
  type OperatorNames,
  readAttention,
  type SubjectAttention,
} from '../desk/index.ts'
import type { Operator } from '../operators/index.ts'
import { listPlaced } from '../purchases/index.ts'

const PAGE = 200

type Placed = Awaited<ReturnType<typeof listPlaced>>[number]

interface QueuedPurchase extends Placed {
  readonly retailerName: string
  readonly attention: SubjectAttention
}

/** Waiting cases, longest wait first; a search also finds earlier decisions of the desk. */
export async function listQueue(
  app: App,
  operator: Operator,
  search: string,
): Promise<{ readonly cases: QueuedPurchase[]; readonly operators: OperatorNames }> {
  const { database, secrets, retailers } = app
  const wanted = search === '' ? undefined : parseSearch(app, search)
  const waiting = await listPlaced(database, secrets, { atDesk: wanted ?? 'all', limit: PAGE })
  const known = new Set(waiting.map(({ purchase }) => purchase.id))
  const decidedIds = wanted ? await listDecidedIds(database, 'identification', wanted, PAGE) : []
  const decided = await listPlaced(database, secrets, { ids: decidedIds.filter(id => !known.has(id)) })
  const found = [...waiting, ...decided]
  const ids = found.map(({ purchase }) => purchase.id)
  await noteList(app, operator, 'queue.view', { isSearch: search !== '', found: ids.length })
  const { attention, operators } = await readAttention(app, 'identification', ids)
  const cases = await Promise.all(
    found.map(async placed => ({
      ...placed,
      retailerName: (await retailers.getRetailer(placed.purchase.retailerId)).name,
      attention: attention(placed.purchase.id),
    })),
  )
  return { cases, operators }
}

/** An order id may look like a transaction id or a CPF, so the text is searched as everything that it can be. */
function parseSearch({ secrets }: App, search: string) {
  const digits = search.replaceAll(/[.\s-]/g, '')
  return {
    orderId: search,
    transactionId: isId(search) ? search : undefined,
    cpfIndex: /^\d{11}$/.test(digits) ? secrets.computeBlindIndex('cpf', digits) : undefined,
  }
}
