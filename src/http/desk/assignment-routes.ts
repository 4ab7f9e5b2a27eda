import type { FastifyInstance } from 'fastify'
import type {
  AssignmentList,
  AssignmentState,
  AssignmentView,
  QueuedAssignment,
} from '../../contract/desk-assignments.ts'
import type { Presented } from '../../contract/presented.ts'
import { readAssignment, readAssignmentsAtDesk } from '../../domains/assignment/index.ts'
import { presentReais } from '../../kernel/money.ts'
import type { Site } from '../site.ts'
import { getSession } from './desk-guard.ts'
import { presentAttention, presentDecision } from './present.ts'

export function addAssignmentRoutes(app: FastifyInstance, api: Site): void {
  app.get(
    '/desk/api/assignments',
    { config: { public: true, desk: 'assignment.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<AssignmentList>> => {
      const { funds, assignments } = await readAssignmentsAtDesk(api, getSession(request).operator)
      const nameOf = (fundId: string): string => funds.find(({ id }) => id === fundId)?.name ?? fundId
      return {
        now: api.clock.now().toISOString(),
        funds: funds.map(fund => ({
          fundId: fund.id,
          name: fund.name,
          owned: presentReais(fund.ownedCentavos),
          payable: presentReais(fund.payableCentavos),
          receivable: presentReais(fund.receivableCentavos),
        })),
        assignments: assignments.map(each => presentQueued(each, nameOf(each.fundId))),
      }
    },
  )

  app.get<{ Params: { assignment: string } }>(
    '/desk/api/assignments/:assignment',
    { config: { public: true, desk: 'assignment.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<AssignmentView>> =>
      presentView(await readAssignment(api, getSession(request).operator, request.params.assignment)),
  )
}

type AssignmentRecord = Awaited<ReturnType<typeof readAssignment>>

const STATES: readonly AssignmentState[] = ['proposed', 'done', 'paid']

const presentQueued = (
  assignment: AssignmentRecord['assignment'],
  fundName: string,
): Presented<QueuedAssignment> => ({
  assignmentId: assignment.id,
  kind: assignment.kind,
  fundName,
  day: assignment.day,
  state: STATES[assignment.version - 1] ?? 'proposed',
  contracts: assignment.contractCount,
  face: presentReais(assignment.faceCentavos),
  carrying: presentReais(assignment.carryingCentavos),
  price: presentReais(assignment.priceCentavos),
})

function presentView(record: AssignmentRecord): Presented<AssignmentView> {
  const { assignment, fund, lines, decisions, attention, operators } = record
  return {
    ...presentQueued(assignment, fund.name),
    ...presentAttention(attention, operators),
    sha256: assignment.sha256.toString('hex'),
    paidOn: assignment.paidOn ?? undefined,
    lines: lines.map(({ transactionId, faceCentavos, carryingCentavos, priceCentavos }) => ({
      transactionId,
      face: presentReais(faceCentavos),
      carrying: presentReais(carryingCentavos),
      price: presentReais(priceCentavos),
    })),
    decisions: decisions.map(decision => presentDecision(decision, operators)),
  }
}
