import { DAY_MS, HOUR_MS } from '../../src/platform/jobs/job-table.ts'
import { type Account, listAccounts } from './account-store.ts'
import { type CallbackRecord, hurryCallbacks, listCallbacks, repeatCallback } from './callback-store.ts'
import type { ConnectorContext } from './context.ts'
import { type Difference, type FoundDifference, noteDifferences } from './difference-store.ts'
import { endPayment, followPayment } from './follow-payment.ts'
import { LenderAway } from './lender.ts'
import { OperationBusy, operate, resumeOperation } from './operate.ts'
import { listOpenOperations, listOperations, type Operation } from './operation-store.ts'
import { getPayment, listRecentIds, listUnfinishedIds, type Payment } from './payment-store.ts'
import { PlatformAway } from './platform.ts'

/** Long enough for a request to be asked again by its platform. */
const NEVER_STARTED_MS = DAY_MS
const RECENT_MS = 60 * DAY_MS
const PAGE = 200
const MANY_ATTEMPTS = 5

/** Looks at every account: what was missed is followed, and what differs is noted until it is gone. */
export async function compareAll(context: ConnectorContext): Promise<void> {
  for (const account of await listAccounts(context.database, context.secrets))
    await compareAccount(context, account)
}

export async function compareAccount(context: ConnectorContext, account: Account): Promise<void> {
  const { database, clock } = context
  const since = new Date(clock.now().getTime() - RECENT_MS)
  let after = ''
  for (;;) {
    const ids = await listRecentIds(database, account.id, { after, since, limit: PAGE })
    for (const id of ids)
      try {
        await comparePayment(context, account, id)
      } catch (error) {
        // The others are looked at all the same; this one tomorrow.
        if (!(error instanceof LenderAway) && !(error instanceof PlatformAway)) throw error
      }
    if (ids.length < PAGE) return
    after = ids.at(-1) ?? after
  }
}

async function comparePayment(context: ConnectorContext, account: Account, paymentId: string): Promise<void> {
  const { database, secrets, clock, platforms } = context
  const now = clock.now()
  let payment = await followPayment(context, paymentId)
  if (payment.state === 'received' && now.getTime() - payment.createdAt.getTime() > NEVER_STARTED_MS)
    payment = await endPayment(context, account, payment, 'NEVER_STARTED')
  const foreign = await platforms.get(account.platform)?.readForeignState?.(context, { account, payment })
  const found = findDifferences({
    payment,
    operations: await listOperations(database, secrets, paymentId),
    callbacks: await listCallbacks(database, paymentId),
    foreign,
    now,
  })
  await noteDifferences(database, { accountId: account.id, paymentId }, { found, now })
}

/** What a person may have to know or do; pure. */
function findDifferences({
  payment,
  operations,
  callbacks,
  foreign,
  now,
}: {
  readonly payment: Payment
  readonly operations: readonly Operation[]
  readonly callbacks: readonly CallbackRecord[]
  readonly foreign: string | undefined
  readonly now: Date
}): readonly FoundDifference[] {
  const ours = payment.state
  const found: FoundDifference[] = []
  if (callbacks.some(({ endedAt, attempts }) => endedAt === null && attempts >= MANY_ATTEMPTS))
    found.push({ kind: 'NOT_TOLD', theirs: foreign ?? 'não avisada', ours })
  const open = operations.find(({ state }) => state === 'intended' || state === 'unknown')
  if (open !== undefined && now.getTime() - open.askedAt.getTime() > HOUR_MS)
    found.push({
      kind: 'OPERATION_OPEN',
      theirs: `pediu ${OPERATION_WORDS[open.kind]}`,
      ours: 'sem resposta',
    })
  const wasAsked = operations.some(({ kind, state }) => kind !== 'settle' && state === 'done')
  const isRefused = operations.some(({ kind, state }) => kind !== 'settle' && state === 'refused')
  if (isRefused && !wasAsked && (ours === 'approved' || ours === 'settled'))
    found.push({ kind: 'REFUND_REFUSED', theirs: 'cancelado ou devolvido', ours })
  if ((ours === 'canceled' || ours === 'refunded') && !wasAsked && !isToldOf(callbacks))
    found.push({ kind: 'ENDED_HERE', theirs: foreign ?? 'pago', ours })
  if (foreign !== undefined && foreign !== ours) found.push({ kind: 'STATE_DIFFERS', theirs: foreign, ours })
  return found
}

const OPERATION_WORDS = { cancel: 'o cancelamento', settle: 'a liquidação', refund: 'a devolução' } as const

const isToldOf = (callbacks: readonly CallbackRecord[]): boolean =>
  callbacks.some(({ kind, isDelivered }) => kind === 'refund' && isDelivered)

/** What one click does about a difference. */
const FIXES = {
  NOT_TOLD: 'tell',
  STATE_DIFFERS: 'repeat',
  OPERATION_OPEN: 'ask',
  REFUND_REFUSED: 'cancel',
  ENDED_HERE: 'note',
} as const
type Fix = (typeof FIXES)[keyof typeof FIXES]

const findFix = (kind: string): Fix => FIXES[kind as keyof typeof FIXES] ?? 'ask'

/** The sentence of a difference and the word on its button. */
export const DIFFERENCE_WORDS: Readonly<Record<string, { readonly sentence: string; readonly fix: string }>> =
  {
    NOT_TOLD: { sentence: 'A plataforma não recebe o aviso do resultado.', fix: 'Avisar agora' },
    STATE_DIFFERS: { sentence: 'A plataforma mostra outra situação.', fix: 'Avisar de novo' },
    OPERATION_OPEN: { sentence: 'Um pedido da loja ficou sem resposta.', fix: 'Concluir agora' },
    REFUND_REFUSED: {
      sentence: 'A loja cancelou ou devolveu, e a compra continua de pé.',
      fix: 'Cancelar a compra no Crediário',
    },
    ENDED_HERE: {
      sentence: 'A compra terminou no Crediário. Cancele o pedido na plataforma.',
      fix: 'Já cancelei na plataforma',
    },
  }

/** Does what the click on a difference asks, and looks again. */
export async function fixDifference(
  context: ConnectorContext,
  account: Account,
  { id, kind, paymentId }: Difference,
): Promise<void> {
  const { database, secrets, clock, platforms } = context
  const fix = findFix(kind)
  if (fix === 'tell') await hurryCallbacks(database, paymentId, clock.now())
  else if (fix === 'repeat') {
    const { state } = await getPayment(database, secrets, paymentId)
    const kinds = platforms.get(account.platform)?.listCallbacks({ from: 'waiting', to: state }) ?? []
    for (const each of kinds) await repeatCallback(database, paymentId, each, clock.now())
  } else if (fix === 'ask') {
    const operations = await listOperations(database, secrets, paymentId)
    for (const each of operations)
      if (each.state === 'intended' || each.state === 'unknown') await resumeOperation(context, each)
  }
  // On a payment that has ended it changes nothing: it records that the platform knows.
  else await operate(context, account, paymentId, { kind: 'cancel', requestId: `console-${id}` })
  await comparePayment(context, account, paymentId)
}

const UNFINISHED_MS = 60_000
const OPEN_MS = 30_000
const AT_ONCE = 100

/** What a crash left in the middle: payments that are closing, and operations without an outcome. */
export async function finishInterrupted(context: ConnectorContext): Promise<void> {
  const { database, secrets, clock } = context
  const nowMs = clock.now().getTime()
  for (const id of await listUnfinishedIds(database, new Date(nowMs - UNFINISHED_MS), AT_ONCE))
    await whileAway(followPayment(context, id))
  const before = new Date(nowMs - OPEN_MS)
  for (const operation of await listOpenOperations(database, secrets, { before, limit: AT_ONCE }))
    await whileAway(resumeOperation(context, operation))
}

async function whileAway(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof LenderAway) && !(error instanceof OperationBusy)) throw error
  }
}
