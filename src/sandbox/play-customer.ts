import { setTimeout as delay } from 'node:timers/promises'
import { PENDING_STEPS, type Step } from '../contract/enums.ts'
import { RequestError } from '../contract/errors.ts'
import type { CodePurpose, PictureKind } from '../contract/onboarding.ts'
import { findLivingCode } from '../domains/codes/index.ts'
import {
  ANALYSE_DOCUMENTS,
  answerInsurance,
  confirmCode,
  openContract,
  receiveDocument,
  type StepRefusal,
  sendCode,
  signContract,
  startOnboarding,
} from '../domains/onboarding/index.ts'
import { findPurchase, type Purchase } from '../domains/purchases/index.ts'
import type { SandboxApp } from './sandbox-app.ts'
import { findSandboxCode } from './sandbox-message-store.ts'
import { nameSandboxPerson } from './sandbox-people.ts'
import { composePicture } from './sandbox-picture.ts'

interface Play {
  readonly retailerId: string
  readonly transactionId: string
  readonly until: Step
  readonly acceptInsurance: boolean
  readonly ip: string
}

/** A step that does not apply counts as passed: a request for INSURANCE where there is none ends at SIGNATURE. */
const ORDER: readonly Step[] = [...PENDING_STEPS, 'COMPLETE']
const ANALYSIS_WAIT_MS = 5_000
const LOOK_AGAIN_MS = 20
const HELP_JOBS = 10

/** The result of an operation; anything but `advanced` means no progress. */
type Played =
  | { readonly outcome: 'advanced' }
  | Extract<StepRefusal, { readonly outcome: 'wrong-step' }>
  | undefined
type Player = (app: SandboxApp, purchase: Purchase, play: Play) => Promise<Played>

/**
 * What the customer does at each step, with the operations that the pages use. Steps without an entry wait for someone
 * else.
 */
const PLAYERS: Readonly<Partial<Record<Step, Player>>> = {
  async WAITING(app, purchase) {
    const { cpf, name } = purchase.customer
    const played = await startOnboarding(app, purchase, name ? {} : { name: nameSandboxPerson(cpf) })
    return played.outcome === 'advanced' || played.outcome === 'wrong-step' ? played : undefined
  },
  async CONFIRMATION(app, purchase) {
    const code = await readCode(app, purchase, 'phone')
    const played = await confirmCode(app, { purchase, isConfirmed: true }, code)
    return played.outcome === 'code-refused' ? undefined : played
  },
  FRONTDOC: showPicture('front'),
  BACKDOC: showPicture('back'),
  SELFIE: showPicture('selfie'),
  ASYNC_ANALYSE: awaitAnalysis,
  INSURANCE: (app, purchase, play) =>
    answerInsurance(app, purchase, { accepted: play.acceptInsurance, origin: originOf(play) }),
  async SIGNATURE(app, purchase, play) {
    const code = await readCode(app, purchase, 'signature')
    const opened = await openContract(app, purchase)
    if (opened.outcome !== 'opened') return opened
    const { contractHash } = opened
    const played = await signContract(app, purchase, { code, contractHash, origin: originOf(play) })
    return played.outcome === 'advanced' || played.outcome === 'wrong-step' ? played : undefined
  },
}

/**
 * Plays the customer until the step is reached, or nothing more can be played. Undefined when the retailer has no such
 * purchase.
 */
export async function playCustomer(app: SandboxApp, play: Play): Promise<Purchase | undefined> {
  const { database, secrets } = app
  const target = ORDER.indexOf(play.until)
  let before: Purchase | undefined
  for (;;) {
    const purchase = await findPurchase(database, secrets, {
      retailerId: play.retailerId,
      id: play.transactionId,
    })
    // If one round changed nothing, the next one would not either.
    const isStuck = before !== undefined && before.moveCount === purchase?.moveCount
    if (purchase === undefined || isStuck) return purchase
    const player = PLAYERS[purchase.step]
    const isThere = ORDER.indexOf(purchase.step) >= target
    if (purchase.status !== 'PENDING' || isThere || player === undefined) return purchase
    await player(app, purchase, play)
    before = purchase
  }
}

/** Runs analysis jobs until this one is done, here or in a worker. */
async function awaitAnalysis(app: SandboxApp, purchase: Purchase): Promise<undefined> {
  const { database, secrets, jobs } = app
  const deadline = performance.now() + ANALYSIS_WAIT_MS
  while (performance.now() < deadline) {
    await jobs.runDueJobs({ kinds: [ANALYSE_DOCUMENTS], maxJobs: HELP_JOBS })
    const now = await findPurchase(database, secrets, { retailerId: purchase.retailerId, id: purchase.id })
    if (now?.moveCount !== purchase.moveCount) return
    await delay(LOOK_AGAIN_MS)
  }
}

function showPicture(kind: PictureKind): Player {
  return async (app, purchase) => {
    const played = await receiveDocument(app, purchase, { kind, bytes: composePicture(kind) })
    return played.outcome === 'picture-refused' ? undefined : played
  }
}

/** The code as the customer reads it on the phone: the last one sent, or a new one. */
async function readCode(app: SandboxApp, purchase: Purchase, purpose: CodePurpose): Promise<string> {
  const { database, secrets, clock } = app
  const subject = { transactionId: purchase.id, purpose }
  if ((await findLivingCode(database, subject, clock.now())) === undefined) {
    const sent = await sendCode(app, purchase, purpose)
    if (sent.outcome === 'wait')
      throw new RequestError('rate_limited', {
        message: 'This phone was sent too many codes that nobody entered: wait, or move the clock',
        retryAfterSeconds: Math.ceil(sent.waitMs / 1_000),
      })
  }
  const living = await findLivingCode(database, subject, clock.now())
  return (living && (await findSandboxCode(database, secrets, living.id))) ?? ''
}

const originOf = ({ ip }: Play) => ({ ip, userAgent: 'sandbox' })
