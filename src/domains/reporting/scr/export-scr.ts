import type { App } from '../../../app/app.ts'
import { addMonths, type CalendarDate } from '../../../kernel/calendar-date.ts'
import { Refused } from '../../../kernel/faults.ts'
import type { Centavos } from '../../../kernel/money.ts'
import {
  computeGross,
  listSnapshot,
  listSnapshotOf,
  readClosedMonth,
  type SnapshotRow,
} from '../../closing/index.ts'
import { sumAccrued } from '../../ledger/index.ts'
import { listAccounts } from '../../lender/index.ts'
import { listStageStarts } from '../../loans/index.ts'
import { listPurchaseFacts, listPurchases, type Purchase } from '../../purchases/index.ts'
import {
  composeAggregate,
  composeClient,
  composeHeader,
  FOOTER,
  type ScrAggregate,
  type ScrOperation,
} from './document.ts'
import { findLayout, findPerformance, findValueBand, LOCATIONS, type VencCode } from './domains.ts'
import { composeIpoc } from './ipoc.ts'
import type { ScrSettings } from './settings.ts'
import { computeMaturities, computeWrittenOff } from './venc.ts'

/** Clients who owe less are not named, but added up. */
const NAMED_FROM_CENTAVOS = 20_000

/** Each is opened with its own key. */
const PURCHASES_AT_ONCE = 200

/** What was written, for the person who sends it. */
export interface ScrSummary {
  readonly layoutFrom: string
  readonly clients: number
  readonly operations: number
  readonly aggregatedClients: number
  readonly aggregatedOperations: number
  /** On the assets, and as in the closing. */
  readonly grossCentavos: Centavos
  readonly provisionCentavos: Centavos
  readonly writtenOffCentavos: Centavos
}

interface ScrExport {
  /** The text of the document, piece by piece. */
  readonly pieces: AsyncIterable<string>
  /** Complete when all pieces were taken. */
  readonly summary: () => ScrSummary
}

/** A contract to report: its place in the order of clients, and what it counts for the threshold. */
interface Listed {
  readonly client: string
  readonly id: string
  readonly centavos: Centavos
}

/**
 * Document 3040 of a closed month. Reads the snapshot twice: to know who is named, in the order of clients, and to write.
 * Between the two only ids and amounts are in memory, about 100 bytes for each contract.
 */
export async function exportScr(
  app: App,
  monthEnd: CalendarDate,
  { settings, shipment }: { readonly settings: ScrSettings; readonly shipment: number },
): Promise<ScrExport> {
  const month = monthEnd.slice(0, 7)
  const layout = findLayout(month)
  if (layout === undefined) throw new Refused(`the layout of document 3040 before 2026-01 is not known`)
  const closed = await readClosedMonth(app, monthEnd)
  const cnpj = await findCnpj(app)
  const { listed, left } = await listReported(app, monthEnd)
  const clients = [...Map.groupBy(listed, ({ client }) => client).values()]
  const isNamed = (contracts: readonly Listed[]): boolean =>
    contracts.reduce((sum, { centavos }) => sum + centavos, 0) >= NAMED_FROM_CENTAVOS
  const named = clients.filter(isNamed)
  const unnamed = clients.filter(contracts => !isNamed(contracts))
  const total = {
    grossCentavos: 0,
    provisionCentavos: 0,
    writtenOffCentavos: 0,
  }
  const add = (operation: ScrOperation): void => {
    total.grossCentavos += operation.grossCentavos
    total.provisionCentavos += operation.provisionCentavos
    if (operation.isWrittenOff)
      total.writtenOffCentavos += [...operation.venc.values()].reduce((sum, each) => sum + each, 0)
  }
  const composeAll = (contracts: readonly (readonly Listed[])[]) =>
    composeOperations(app, monthEnd, contracts, cnpj, settings)
  async function* write(): AsyncGenerator<string> {
    yield composeHeader({ month, cnpj, shipment, clientCount: named.length, settings })
    for await (const { cpf, since, operations } of composeAll(named)) {
      for (const { operation } of operations) add(operation)
      yield composeClient({ cpf, since, operations: operations.map(({ operation }) => operation) }, settings)
    }
    const groups = new Map<string, ScrAggregate>()
    for await (const { operations } of composeAll(unnamed)) {
      for (const { operation } of operations) add(operation)
      addToGroups(groups, operations)
    }
    for (const key of [...groups.keys()].toSorted()) {
      const group = groups.get(key)
      if (group !== undefined) yield composeAggregate(group, settings)
    }
    checkTotals(total, left, closed)
    yield FOOTER
  }
  return {
    pieces: write(),
    summary: () => ({
      layoutFrom: layout.from,
      clients: named.length,
      operations: named.reduce((sum, contracts) => sum + contracts.length, 0),
      aggregatedClients: unnamed.length,
      aggregatedOperations: unnamed.reduce((sum, contracts) => sum + contracts.length, 0),
      ...total,
    }),
  }
}

type Totals = Pick<ScrSummary, 'grossCentavos' | 'provisionCentavos' | 'writtenOffCentavos'>

/** What is reported, and what is left out because nobody owes it, is what was closed, to the centavo. */
function checkTotals(reported: Totals, left: Totals, closed: Totals): void {
  for (const name of ['grossCentavos', 'provisionCentavos', 'writtenOffCentavos'] as const)
    if (reported[name] + left[name] !== closed[name])
      throw new Refused(
        `${name}: ${reported[name]} are reported, ${left[name]} are left out, and ${closed[name]} were closed`,
      )
}

async function findCnpj({ database, secrets }: App): Promise<string> {
  const { accounts } = await listAccounts(database, secrets)
  const roots = new Set(accounts.map(({ beneficiaryDocument }) => beneficiaryDocument.slice(0, 8)))
  const [first] = accounts
  if (first === undefined) throw new Refused('the lender has no account, and so no CNPJ')
  if (roots.size > 1) throw new Refused('the accounts belong to several lenders: each reports by itself')
  return first.beneficiaryDocument
}

const isReported = (row: SnapshotRow): boolean =>
  row.startedOn !== null && (row.writtenOffOn === null ? computeGross(row) > 0 : row.writtenOffCentavos > 0)

/** Contracts to report in the order of clients, and the sums of those that are not: nobody owes anything under them. */
async function listReported(
  { database }: App,
  monthEnd: CalendarDate,
): Promise<{ readonly listed: readonly Listed[]; readonly left: Totals }> {
  const listed: Listed[] = []
  const left = { grossCentavos: 0, provisionCentavos: 0, writtenOffCentavos: 0 }
  for await (const rows of listSnapshot(database, monthEnd)) {
    const reported = rows.filter(isReported)
    for (const row of rows) {
      if (isReported(row)) continue
      left.grossCentavos += computeGross(row)
      left.provisionCentavos -= row.allowanceCentavos
      left.writtenOffCentavos += row.writtenOffCentavos
    }
    const facts = await listPurchaseFacts(database, {
      ids: reported.map(({ transactionId }) => transactionId),
    })
    for (const row of reported) {
      const centavos = row.writtenOffOn === null ? computeGross(row) : row.writtenOffCentavos
      listed.push({ client: facts.get(row.transactionId)?.cpfIndex ?? '', id: row.transactionId, centavos })
    }
  }
  listed.sort((one, other) => (one.client + one.id < other.client + other.id ? -1 : 1))
  return { listed, left }
}

interface ComposedOperation {
  readonly operation: ScrOperation
  readonly location: string
}

interface ComposedClient {
  readonly cpf: string
  readonly since: CalendarDate
  readonly operations: readonly ComposedOperation[]
}

/** In the order of clients, some of them at a time. */
async function* composeOperations(
  app: App,
  monthEnd: CalendarDate,
  clients: readonly (readonly Listed[])[],
  cnpj: string,
  settings: ScrSettings,
): AsyncGenerator<ComposedClient> {
  for (let first = 0; first < clients.length; ) {
    let last = first
    let count = 0
    while (last < clients.length && count < PURCHASES_AT_ONCE) {
      count += clients[last]?.length ?? 0
      last += 1
    }
    const taken = clients.slice(first, last)
    const facts = await readFacts(
      app,
      monthEnd,
      taken.flat().map(({ id }) => id),
    )
    for (const contracts of taken) {
      const operations = contracts.map(({ id }) => composeOperation(facts(id), monthEnd, cnpj, settings))
      const [one] = contracts
      if (one === undefined) continue
      const since = operations.map(({ operation }) => operation.startedOn).toSorted()[0]
      if (since === undefined) continue
      yield { cpf: facts(one.id).purchase.customer.cpf, since, operations }
    }
    first = last
  }
}

interface OperationFacts {
  readonly row: SnapshotRow
  readonly purchase: Purchase
  readonly incomeCentavos: Centavos
  readonly stagedOn: CalendarDate | undefined
}

async function readFacts(
  { database, secrets }: App,
  monthEnd: CalendarDate,
  ids: readonly string[],
): Promise<(id: string) => OperationFacts> {
  const [rows, purchases, incomes, stageStarts] = await Promise.all([
    listSnapshotOf(database, monthEnd, ids),
    listPurchases(database, secrets, { ids }),
    sumAccrued(database, ids, monthEnd),
    listStageStarts(database, monthEnd, ids),
  ])
  const rowOf = new Map(rows.map(row => [row.transactionId, row]))
  return id => {
    const row = rowOf.get(id)
    const purchase = purchases.get(id)
    if (row === undefined || purchase === undefined) throw new Error(`contract ${id} has no purchase`)
    return { row, purchase, incomeCentavos: incomes.get(id) ?? 0, stagedOn: stageStarts.get(id) }
  }
}

function composeOperation(
  { row, purchase, incomeCentavos, stagedOn }: OperationFacts,
  monthEnd: CalendarDate,
  cnpj: string,
  settings: ScrSettings,
): ComposedOperation {
  const { transactionId, startedOn, firstDueDate, interestRatePM, openCentavos, writtenOffOn } = row
  if (startedOn === null || firstDueDate === null || interestRatePM === null || openCentavos === null)
    throw new Error(`contract ${transactionId} has not begun`)
  const { customer, contract } = purchase
  const isWrittenOff = writtenOffOn !== null
  const grossCentavos = isWrittenOff ? 0 : computeGross(row)
  const { venc, daysLate } = computeMaturities(
    {
      firstDueDate,
      interestRatePM,
      openCentavos,
      accruedThrough: row.accruedThrough,
      acceleratedOn: row.acceleratedOn,
      grossCentavos: isWrittenOff ? row.writtenOffCentavos : grossCentavos,
    },
    monthEnd,
  )
  const stage = row.stage ?? 3
  const nextIndex = openCentavos.findIndex(
    (face, index) => face > 0 && addMonths(firstDueDate, index) > monthEnd,
  )
  return {
    location: LOCATIONS[customer.address.state] ?? '',
    operation: {
      ipoc: composeIpoc({
        cnpj,
        modality: settings.modality,
        clientKind: '1',
        client: customer.cpf,
        contract: transactionId.toUpperCase(),
      }),
      contract: transactionId.toUpperCase(),
      postalCode: customer.address.zipCode.replace(/\D/g, ''),
      effectiveRatePA: ((1 + interestRatePM / 100) ** 12 - 1) * 100,
      startedOn,
      principalCentavos: contract.amortizationTotalCentavos,
      lastDueDate: addMonths(firstDueDate, openCentavos.length - 1),
      provisionCentavos: -row.allowanceCentavos,
      daysLate,
      features: [
        ...(row.isAgreement ? ['01'] : []),
        ...(settings.retailOperation ? ['13'] : []),
        ...(stage === 3 ? ['19'] : []),
      ],
      next:
        nextIndex === -1 || isWrittenOff
          ? undefined
          : { dueDate: addMonths(firstDueDate, nextIndex), amountCentavos: openCentavos[nextIndex] ?? 0 },
      installments: openCentavos.length,
      venc: isWrittenOff ? computeWrittenOff(row.writtenOffCentavos, writtenOffOn, monthEnd) : venc,
      isWrittenOff,
      stage,
      stagedOn: stagedOn ?? writtenOffOn ?? startedOn,
      grossCentavos,
      incomeCentavos,
      lossCentavos: isWrittenOff ? row.writtenOffCentavos : 0,
    },
  }
}

function addToGroups(groups: Map<string, ScrAggregate>, operations: readonly ComposedOperation[]): void {
  const seen = new Set<string>()
  for (const { operation, location } of operations) {
    const { venc, daysLate, isWrittenOff, features, provisionCentavos } = operation
    const valueCentavos = [...venc.values()].reduce((sum, each) => sum + each, 0)
    const valueBand = findValueBand(valueCentavos)
    const performance = findPerformance(daysLate, isWrittenOff)
    const key = [valueBand, location, performance, ...features].join('|')
    const known = groups.get(key)
    const sums = new Map<VencCode, Centavos>(known?.venc)
    for (const [code, value] of venc) sums.set(code, (sums.get(code) ?? 0) + value)
    groups.set(key, {
      valueBand,
      location,
      performance,
      features,
      provisionCentavos: (known?.provisionCentavos ?? 0) + provisionCentavos,
      operations: (known?.operations ?? 0) + 1,
      clients: (known?.clients ?? 0) + (seen.has(key) ? 0 : 1),
      venc: sums,
    })
    seen.add(key)
  }
}
