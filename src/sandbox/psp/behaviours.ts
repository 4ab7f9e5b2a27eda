import { setTimeout as delay } from 'node:timers/promises'
import type { BankBehaviour, BankRequest } from '../../contract/sandbox.ts'
import type { Clock } from '../../kernel/clock.ts'
import { ShortCache } from '../../kernel/short-cache.ts'
import type { Database, Queryable, Remember } from '../../platform/db/database.ts'
import { type BehaviourRecord, findBehaviour, listBehaviours, replaceBehaviour } from './behaviour-store.ts'
import { PspProblem } from './problem.ts'

const GOOD_BANK: BankBehaviour = {
  pix: { loseWebhooks: false, repeatWebhooks: 0, delaySeconds: 0, reorder: false, down: false, slowMs: 0 },
  registration: 'ok',
  payouts: 'confirm',
}
/** Lists of payments are shared by all retailers: one of them must not close them to the others for ever. */
const LONGEST_DOWN_MS = 86_400_000
const REMEMBERED_MS = 1_000
const RETAILERS_REMEMBERED = 10_000

interface BehaviourContext {
  readonly database: Database
  readonly clock: Clock
}

/** What the sandbox's interface reads and changes; other invented banks ask here how they shall behave. */
export interface Behaviours {
  get(retailerId: string): Promise<BankBehaviour>
  /** The whole behaviour: what the request leaves out is as a good bank does. */
  replace(
    retailerId: string,
    request: BankRequest,
    remember?: Remember<BankBehaviour>,
  ): Promise<BankBehaviour>
  /** Read whenever billets are issued: outside a transaction from memory, where it may be a second old. */
  readRegistration(retailerId: string, tx?: Queryable): Promise<BankBehaviour['registration']>
}

export function createBehaviours({ database, clock }: BehaviourContext): Behaviours {
  const registrations = new ShortCache<BankBehaviour['registration']>(REMEMBERED_MS, RETAILERS_REMEMBERED)
  const readRegistration = async (
    db: Queryable,
    retailerId: string,
  ): Promise<BankBehaviour['registration']> => (await getBehaviour(db, clock.now(), retailerId)).registration
  return {
    get: retailerId => getBehaviour(database, clock.now(), retailerId),
    readRegistration: (retailerId, tx) =>
      tx === undefined
        ? registrations.get(retailerId, () => readRegistration(database, retailerId))
        : readRegistration(tx, retailerId),
    async replace(retailerId, { pix = {}, registration, payouts }, remember) {
      const behaviour: BankBehaviour = {
        pix: {
          loseWebhooks: pix.loseWebhooks ?? false,
          repeatWebhooks: pix.repeatWebhooks ?? 0,
          delaySeconds: pix.delaySeconds ?? 0,
          reorder: pix.reorder ?? false,
          down: pix.down ?? false,
          slowMs: pix.slowMs ?? 0,
        },
        registration: registration ?? GOOD_BANK.registration,
        payouts: payouts ?? GOOD_BANK.payouts,
      }
      await database.transaction(async tx => {
        await replaceBehaviour(tx, retailerId, behaviour, clock.now())
        await remember?.(tx, behaviour)
      })
      registrations.forget(retailerId)
      return behaviour
    },
  }
}

export async function getBehaviour(
  db: Queryable,
  now: Date,
  retailerId: string | undefined,
): Promise<BankBehaviour> {
  const found = retailerId === undefined ? undefined : await findBehaviour(db, retailerId)
  if (found === undefined) return GOOD_BANK
  return { ...found.behaviour, pix: { ...found.behaviour.pix, down: isDown(found, now) } }
}

/** The bank is slow, or down, for requests about what belongs to these retailers. */
export async function admitRequest(
  { database, clock }: BehaviourContext,
  retailerIds: readonly (string | undefined)[],
): Promise<void> {
  const known = [...new Set(retailerIds)].filter(id => id !== undefined)
  if (known.length === 0) return
  const found = await listBehaviours(database, known)
  const slowMs = Math.max(0, ...found.map(({ behaviour }) => behaviour.pix.slowMs))
  if (slowMs > 0) await delay(slowMs)
  if (found.some(each => isDown(each, clock.now())))
    throw new PspProblem('ServicoIndisponivel', {
      detail: 'O banco está fora do ar, a pedido: POST /sandbox/bank.',
    })
}

function isDown({ behaviour, changedAt }: BehaviourRecord, now: Date): boolean {
  return behaviour.pix.down && now.getTime() - changedAt.getTime() < LONGEST_DOWN_MS
}
