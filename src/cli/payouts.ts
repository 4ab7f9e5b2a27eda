import type { App } from '../app/app.ts'
import { mayDo, type PayoutResult } from '../contract/desk.ts'
import { PAYOUT_KINDS, PAYOUT_STATES } from '../contract/desk-payouts.ts'
import { RequestError } from '../contract/errors.ts'
import { answerProposal, listDecisions } from '../domains/desk/index.ts'
import { correctPayout, decidePayout, type Payee, readOrder, readOrders } from '../domains/payouts/index.ts'
import { InputError } from '../kernel/faults.ts'
import { isForgeryOf } from '../platform/crypto/row-mac.ts'
import { type Command, type CommandLine, getWord, presentAmount, presentTable } from './command.ts'
import { readPayee } from './payout-payee.ts'
import { getProvenPerson, getReason } from './proof.ts'

const PAGE = 100

export const payoutCommands: Readonly<Record<string, Command>> = {
  'payouts list': {
    async run(services, line) {
      const search = {
        state: choose(line, 'state', PAYOUT_STATES),
        kind: choose(line, 'kind', PAYOUT_KINDS),
        limit: PAGE,
      }
      const { orders, forgedIds } = await readOrders(services, search)
      const forged = forgedIds.map(id => `\n${id} was changed outside the program: nothing is paid for it`)
      const header = ['ID', 'KIND', 'SUBJECT', 'REAIS', 'STATE', 'DUE ON', 'PAYEE', 'PROBLEM']
      return presentTable(header, orders.map(presentRow)) + forged.join('')
    },
  },

  'payouts show': {
    async run(services, line) {
      const { order, lines, events } = await readOrder(services, getOrderId(line)).catch(refuse)
      return [
        presentTable(['FIELD', 'VALUE'], describe(order)),
        ...(lines.length === 0
          ? []
          : [
              presentTable(
                ['PURCHASE', 'REAIS'],
                lines.map(each => [each.transactionId, presentAmount(each.amountCentavos)]),
              ),
            ]),
        presentTable(
          ['AT', 'EVENT', 'STATE', 'BY', 'CODE'],
          events.map(({ at, event, state, actor, code }) => [
            at.toISOString(),
            event,
            state,
            actor,
            code ?? '',
          ]),
        ),
      ].join('\n\n')
    },
  },

  'payouts approve': {
    run: (services, line) => decide(services, line, 'APPROVE'),
  },

  'payouts decline': {
    run: (services, line) => decide(services, line, 'DECLINE'),
  },

  'payouts retry': {
    run: (services, line) => correct(services, line, undefined),
  },

  'payouts correct': {
    run: async (services, line) => correct(services, line, readPayee(line)),
  },
}

type ShownOrder = Awaited<ReturnType<typeof readOrders>>['orders'][number]

const presentRow = (order: ShownOrder): string[] => [
  order.id,
  order.kind,
  order.subject,
  presentAmount(order.amountCentavos),
  order.state,
  order.dueOn,
  `${order.payee.name} ${order.payee.place}`,
  order.problem ?? '',
]

function describe(order: ShownOrder): string[][] {
  const { payee, createdAt, settledAt, approvedBy, replaces, failureKind, failureCode } = order
  return [
    ['id', order.id],
    ['key at the bank', order.payoutKey],
    ['kind', order.kind],
    ['subject', order.subject],
    ['reais', presentAmount(order.amountCentavos)],
    ['withheld for what is owed back', presentAmount(order.nettedCentavos)],
    ['payee', `${payee.name} ${payee.document} ${payee.place}`],
    ['state', order.state],
    ['version', String(order.version)],
    ['created', `${createdAt.toISOString()} by ${order.createdBy}`],
    ['approved by', approvedBy ?? ''],
    ['rail', order.rail ?? ''],
    ['id at the bank', order.providerId ?? ''],
    ['settled', settledAt?.toISOString() ?? ''],
    ['failure', failureKind === undefined ? '' : `${failureKind} ${failureCode ?? ''}`],
    ['replaces', replaces ?? ''],
    ['problem', order.problem ?? ''],
  ]
}

/** The first person proposes, the second answers; correcting an order proposes it. */
async function decide(services: App, line: CommandLine, result: PayoutResult): Promise<string> {
  const { database, secrets } = services
  const orderId = getOrderId(line)
  const reason = getReason(line)
  const { order } = await readOrder(services, orderId).catch(refuse)
  const operator = await getProvenPerson(services, line, 'payout.decide')
  line.act?.tell(orderId, { result })
  const decisions = await listDecisions(database, secrets, { kind: 'payout', id: orderId })
  const proposal = decisions.find(({ state }) => state === 'proposed')
  if (proposal !== undefined) {
    if (!mayDo(operator.role, 'proposal.answer')) throw new InputError(`${operator.email} may not approve`)
    const answer = { proposalId: proposal.id, approve: result === 'APPROVE', reason }
    const { state } = await answerProposal(services, operator, answer).catch(refuse)
    return state === 'done' ? 'approved' : 'the proposal is declined'
  }
  const wanted = { orderId, result, reason, version: order.version }
  const { state } = await decidePayout(services, operator, wanted).catch(refuse)
  if (state === 'proposed')
    return `proposed. Another person approves it with: payouts approve ${orderId} --reason TEXT --as EMAIL`
  return result === 'APPROVE' ? 'approved' : 'canceled'
}

async function correct(services: App, line: CommandLine, payee: Payee | undefined): Promise<string> {
  const orderId = getOrderId(line)
  const reason = getReason(line)
  const operator = await getProvenPerson(services, line, 'payout.correct')
  const successor = await correctPayout(services, operator, { orderId, payee, reason }).catch(refuse)
  line.act?.tell(successor ?? orderId, { replaces: orderId })
  return successor === undefined
    ? 'nothing is left to send'
    : `${successor}\n\nProposed. An approver lets it be sent with: payouts approve ${successor} --reason TEXT --as EMAIL`
}

const getOrderId = (line: CommandLine): string => getWord(line, 2, 'the id of the order')

function choose<const T extends string>(
  line: CommandLine,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const text = line.options[name]
  if (text === undefined) return undefined
  const found = allowed.find(each => each === text)
  if (found === undefined) throw new InputError(`--${name} must be one of ${allowed.join(', ')}`)
  return found
}

function refuse(error: unknown): never {
  const isMistake = error instanceof RequestError || isForgeryOf(error, 'payout_orders')
  throw isMistake ? new InputError(error.message) : error
}
