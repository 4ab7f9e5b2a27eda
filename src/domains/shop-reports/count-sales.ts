import type { App } from '../../app/app.ts'
import { maskCpf } from '../../brazil/cpf.ts'
import type { Centavos } from '../../kernel/money.ts'
import { findApprovals } from '../credit/index.ts'
import { listPurchaseFacts } from '../purchases/index.ts'
import { findCheckoutsOf } from '../quoting/index.ts'

export const SALES_GROUPINGS = ['source', 'seller'] as const
type SalesGrouping = (typeof SALES_GROUPINGS)[number]

interface SalesQuestion {
  readonly retailerId: string
  readonly by: SalesGrouping
  readonly from: Date
  readonly until: Date
}

interface SalesRow {
  /** A source, or a seller with the masked CPF. */
  readonly name: string
  readonly authorized: number
  /** Signed, paid and not canceled since. */
  readonly completed: number
  readonly completedCentavos: Centavos
}

interface Group {
  /** The same for one seller, in whatever capitals the name was written. */
  readonly key: string
  readonly name: string
}

type Sale =
  Awaited<ReturnType<typeof listPurchaseFacts>> extends ReadonlyMap<string, infer Facts> ? Facts : never

const PAGE = 500
const NOBODY: Group = { key: '', name: '(none)' }

/** Sales of one retailer, the largest value first. Sellers are sealed with their customer, so that they are opened one by one. */
export async function countSales(app: App, question: SalesQuestion): Promise<SalesRow[]> {
  const rows = new Map<string, SalesRow>()
  for (let after = ''; ; ) {
    const { retailerId, from, until } = question
    const page = { retailerId, from, until, after, limit: PAGE }
    const sales = [...(await listPurchaseFacts(app.database, page)).values()]
    const groups = await findGroups(app, question, sales)
    for (const [index, sale] of sales.entries()) {
      const { key, name } = groups[index] ?? NOBODY
      rows.set(key, addSale(rows.get(key) ?? emptyRow(name), sale))
    }
    const last = sales.at(-1)
    if (last === undefined || sales.length < PAGE) break
    after = last.id
  }
  return [...rows.values()].sort(
    (a, b) => b.completedCentavos - a.completedCentavos || b.authorized - a.authorized || compare(a, b),
  )
}

const compare = (a: SalesRow, b: SalesRow): number => a.name.localeCompare(b.name)
const emptyRow = (name: string): SalesRow => ({ name, authorized: 0, completed: 0, completedCentavos: 0 })

function addSale(row: SalesRow, { isNew, isCompleted, purchaseCentavos }: Sale): SalesRow {
  return {
    name: row.name,
    authorized: row.authorized + (isNew ? 1 : 0),
    completed: row.completed + (isCompleted ? 1 : 0),
    completedCentavos: row.completedCentavos + (isCompleted ? purchaseCentavos : 0),
  }
}

async function findGroups(
  { database, secrets }: App,
  { retailerId, by }: SalesQuestion,
  sales: readonly Sale[],
): Promise<Group[]> {
  const checkouts = await findCheckoutsOf(
    database,
    secrets,
    sales.map(({ optionId }) => ({ retailerId, optionId })),
  )
  if (by === 'source')
    return checkouts.map(checkout =>
      checkout === undefined ? NOBODY : { key: checkout.source, name: checkout.source },
    )
  const approvals = await findApprovals(
    database,
    secrets,
    sales.map(({ decisionId }) => decisionId),
  )
  return checkouts.map((checkout, index) => {
    // Without a key once the customer was forgotten.
    const dataKey = approvals[index]?.dataKey
    if (checkout === undefined || dataKey === undefined) return NOBODY
    const { seller, sellerCpf } = checkout.openDetails(dataKey).customer
    return describeSeller(seller, sellerCpf)
  })
}

function describeSeller(seller: string | undefined, cpf: string | undefined): Group {
  if (seller === undefined && cpf === undefined) return NOBODY
  const name = [seller, cpf && maskCpf(cpf)].filter(part => part !== undefined).join(' ')
  return { key: cpf ?? seller?.normalize('NFC').trim().toLowerCase() ?? '', name }
}
