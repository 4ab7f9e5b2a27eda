import { isId } from '../../../kernel/ids.ts'
import { recordAudit } from '../../audit/index.ts'
import type { DeskReadContext, Operator } from '../../desk/index.ts'
import { listIdsByOrder, type Purchase } from '../../purchases/index.ts'
import { listContractsOf } from '../../quoting/index.ts'
import { findBilletOfAny } from '../../receivables/index.ts'
import { describeLoan, listContracts, type OwedLoan } from './read-loan.ts'

const FOUND = 20

/**
 * Contracts by transaction, order, CPF or our-number, the newest first. Only exact matches, and each is noted under the
 * purchase found: nobody walks through the customers of the lender.
 */
export async function searchLoans(
  context: DeskReadContext,
  operator: Operator,
  search: string,
): Promise<OwedLoan[]> {
  if (search === '') return []
  const found = (await findContracts(context, search)).slice(0, FOUND)
  await noteFound(context, operator, found)
  return Promise.all(found.map(purchase => describeLoan(context, purchase)))
}

/** An order id may look like an id, a CPF or an our-number, so the text is searched as everything that it can be. */
async function findContracts(context: DeskReadContext, search: string): Promise<Purchase[]> {
  const { database, secrets } = context
  const digits = search.replaceAll(/[.\s/-]/g, '')
  const cpfIndex = /^\d{11}$/.test(digits) ? secrets.computeBlindIndex('cpf', digits) : undefined
  const ourNumber = /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
  const [byOrder, byCpf, billet] = await Promise.all([
    listByOrder(context, search),
    cpfIndex && listContractsOf(database, cpfIndex),
    ourNumber === undefined ? undefined : findBilletOfAny(database, secrets, { ourNumber }),
  ])
  const ids = new Set([
    ...(isId(search) ? [search] : []),
    ...byOrder,
    ...(byCpf ?? []).map(({ transactionId }) => transactionId),
    ...(billet === undefined ? [] : [billet.transactionId]),
  ])
  const contracts = await listContracts(context, [...ids])
  return contracts.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
}

async function listByOrder({ database, retailers }: DeskReadContext, orderId: string): Promise<string[]> {
  const known = await retailers.listRetailers()
  const retailerIds = known.map(({ id }) => id)
  return listIdsByOrder(database, retailerIds, orderId, FOUND)
}

/** Not the text that was searched: it may be a CPF. */
async function noteFound(
  { database, realClock }: DeskReadContext,
  operator: Operator,
  found: readonly Purchase[],
): Promise<void> {
  const note = { operatorId: operator.id, action: 'loan.search', details: { found: found.length } } as const
  const notes = found.length === 0 ? [note] : found.map(({ id }) => ({ ...note, subject: id }))
  await Promise.all(notes.map(each => recordAudit(database, each, realClock.now())))
}
