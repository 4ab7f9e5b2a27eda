import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import {
  type FindReceipt,
  type FormalNotice,
  listPosted,
  listUnprovenNotices,
  type NoticeProof,
  type SentRow,
  saveNoticeProof,
} from '../../messaging/index.ts'
import { listFormalIntents } from '../../purchases/index.ts'

export interface ProofContext {
  readonly database: Database
  readonly clock: Clock
  readonly findReceipt: FindReceipt
}

const PAGE = 100
const HOUR_MS = 3_600_000
/** A message that nobody has delivered by then never will be. */
const LOOKED_FOR_MS = 30 * 24 * HOUR_MS

/** Keeps with each formal notice when it was sent, and the proof of its delivery as soon as a gateway has one. */
export async function proveNotices(context: ProofContext): Promise<number> {
  const { database, clock } = context
  let looked = 0
  for (;;) {
    const notices = await listUnprovenNotices(database, clock.now(), PAGE)
    for (const notice of notices) {
      const intents = listFormalIntents(`${notice.kind}-notice`, notice.transactionId, notice.dueDate)
      const proof = await findProof(context, notice, await listPosted(database, intents))
      await saveNoticeProof(database, notice.id, proof)
    }
    looked += notices.length
    if (notices.length < PAGE) return looked
  }
}

async function findProof(
  { clock, findReceipt }: ProofContext,
  notice: FormalNotice,
  posted: readonly SentRow[],
): Promise<NoticeProof> {
  const sent = posted.filter(({ state }) => state === 'HANDED_OVER')
  let known: Omit<NoticeProof, 'lookAgainAt'> = { ...notice }
  let canBeProven = posted.length === 0 || sent.length < posted.length
  for (const { id, channel, providerId, settledAt } of sent) {
    if (settledAt === null) continue
    const receipt = await findReceipt(channel, { id, providerId: providerId ?? undefined, at: settledAt })
    if (receipt === 'never') {
      if (known.sentAt === null) known = { ...known, sentAt: settledAt, channel, providerId }
      continue
    }
    if (receipt !== undefined) {
      const { deliveredAt, text } = receipt
      return { sentAt: settledAt, channel, providerId, deliveredAt, receipt: text, lookAgainAt: null }
    }
    canBeProven = true
    known = { ...known, sentAt: settledAt, channel, providerId }
  }
  return { ...known, lookAgainAt: canBeProven ? findNextLook(notice, clock.now()) : null }
}

/** Minutes at first, hours later. */
function findNextLook({ askedAt }: FormalNotice, now: Date): Date | null {
  const waitedMs = now.getTime() - askedAt.getTime()
  if (waitedMs > LOOKED_FOR_MS) return null
  return new Date(now.getTime() + Math.min(HOUR_MS, Math.max(60_000, waitedMs / 4)))
}
