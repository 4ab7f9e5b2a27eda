import type { FastifyInstance } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import type { Answer } from '../../contract/presented.ts'
import { ResetAnswer } from '../../contract/sandbox.ts'
import { KeyOnlyRequest } from '../../contract/transaction.ts'
import { deleteLink, listLivingLinkIds } from '../../domains/links/index.ts'
import { cancelPurchase, listPurchases } from '../../domains/purchases/index.ts'
import type { Remember, Transaction } from '../../platform/db/database.ts'
import { rememberAnswer } from '../../platform/http/idempotency.ts'
import { getCaller } from '../../platform/http/request-context.ts'
import type { SandboxApp } from '../sandbox-app.ts'
import { freeSandboxPeople } from '../sandbox-people.ts'
import { describeSandboxRoute } from './describe-sandbox-route.ts'

export function addResetRoute(app: FastifyInstance, api: SandboxApp): void {
  app.post(
    '/sandbox/reset',
    {
      config: { scope: 'sandbox' },
      schema: describeSandboxRoute({
        summary: 'Start over',
        description:
          'Cancels every active purchase of this retailer (refunds, billets and events follow as after `/cancel`), deletes its payment links, restores its bank’s normal behaviour (`/sandbox/bank`) and frees its people: attempts are forgotten, and everybody may be given again. Nothing of another retailer changes, nor does the clock. Takes at most some seconds: call again until `done` is true.',
        body: KeyOnlyRequest,
        answer: ResetAnswer,
      }),
    },
    async (request, reply) => {
      const { retailerId, keyId } = getCaller(request)
      const command = { retailerId, evidence: { keyId, trackId: request.id } }
      return present(await resetRetailer(api, command, rememberAnswer(request, reply, present)))
    },
  )
}

const present = (outcome: ResetOutcome): Answer<typeof ResetAnswer> => outcome

interface ResetCommand {
  readonly retailerId: string
  /** Later proof of who requested it. */
  readonly evidence: { readonly keyId: string; readonly trackId: string }
  /** The rest is left for the next call. */
  readonly budgetMs?: number
}

interface ResetOutcome {
  readonly purchases: number
  readonly paymentLinks: number
  readonly people: number
  readonly done: boolean
}

/** Well below the time in which a request must be answered. */
const BUDGET_MS = 8_000
const PAGE = 100

/**
 * Ends what one retailer has under way, with the operations that its own requests use: purchases are canceled, so that
 * money, billets and events follow, then links are deleted. The bank behaves well again before that. People are freed
 * last, when nothing holds them any more. The outcome is remembered with the last step only: a repetition after a crash
 * before it goes on from there.
 */
export async function resetRetailer(
  app: SandboxApp,
  command: ResetCommand,
  remember?: Remember<ResetOutcome>,
): Promise<ResetOutcome> {
  const { database, secrets, clock } = app
  const { retailerId, evidence, budgetMs = BUDGET_MS } = command
  const terms = { until: clock.now(), endsAt: performance.now() + budgetMs }
  await app.bankBehaviours.replace(retailerId, {})
  // Without the wait of personas whose bank is slow.
  const canceling = { ...app, delayCancellation: async () => {} }
  const purchases = await endAll(
    async page => [...(await listPurchases(database, secrets, { livingOf: retailerId, ...page })).keys()],
    transactionId =>
      cancelPurchase(canceling, {
        retailerId,
        transactionId,
        by: 'retailer',
        evidence: { ...evidence, body: '{}' },
      }),
    terms,
  )
  const links = await endAll(
    page => listLivingLinkIds(database, retailerId, page),
    linkId => deleteLink(app, { retailerId, linkId, evidence }),
    terms,
  )
  const compose = (people: number, done: boolean): ResetOutcome => ({
    purchases: purchases.ended,
    paymentLinks: links.ended,
    people,
    done,
  })
  if (!purchases.isComplete || !links.isComplete) return compose(0, false)
  const rememberFreed = remember && ((tx: Transaction, people: number) => remember(tx, compose(people, true)))
  return compose(await freeSandboxPeople(app, retailerId, rememberFreed), true)
}

interface Page {
  readonly after: string
  readonly until: Date
  readonly limit: number
}

/**
 * One after another, which takes one connection of the pool, until all are done or the time is spent. A failure does
 * not stop the others.
 */
async function endAll(
  listIds: (page: Page) => Promise<readonly string[]>,
  end: (id: string) => Promise<unknown>,
  { until, endsAt }: { readonly until: Date; readonly endsAt: number },
): Promise<{ readonly ended: number; readonly isComplete: boolean }> {
  const failures: unknown[] = []
  let ended = 0
  for (let after = ''; ; ) {
    const ids = await listIds({ after, until, limit: PAGE })
    for (const id of ids) {
      if (performance.now() >= endsAt) return { ended, isComplete: false }
      try {
        await end(id)
        ended += 1
      } catch (error) {
        // Refused, because it ended by itself after it was listed.
        if (!(error instanceof RequestError)) failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${ids.length} failed`)
    const last = ids.at(-1)
    if (last === undefined || ids.length < PAGE) return { ended, isComplete: true }
    after = last
  }
}
