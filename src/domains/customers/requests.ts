import type { CustomerRequestKind } from '../../contract/account.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import { newId } from '../../kernel/ids.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import {
  answerRequestRow,
  insertRequest,
  listOpenRequestRows,
  listRequestRowsOf,
  lockPerson,
  type RequestRow,
} from './store.ts'

/** The data protection law gives fifteen days for a full answer (LGPD, art. 19, II). */
const ANSWER_DAYS = 15
/** More open requests than anybody needs. */
const MAX_OPEN = 5

/** A customer's request that a person answers. */
export interface CustomerRequest {
  readonly id: string
  readonly kind: CustomerRequestKind
  /** The purchase whose decision is to be reviewed. */
  readonly transactionId: string | undefined
  readonly text: string
  readonly openedAt: Date
  readonly answerUntil: CalendarDate
  readonly answer: string | undefined
  readonly answeredAt: Date | undefined
}

interface NewRequest {
  readonly cpfIndex: Buffer
  readonly kind: CustomerRequestKind
  readonly transactionId: string | undefined
  readonly text: string
}

/** False when too many requests of this person wait for an answer. */
export async function openRequest(
  tx: Transaction,
  secrets: Secrets,
  { cpfIndex, kind, transactionId, text }: NewRequest,
  now: Date,
): Promise<boolean> {
  await lockPerson(tx, cpfIndex)
  const waiting = (await listRequestRowsOf(tx, cpfIndex)).filter(({ answeredAt }) => answeredAt === null)
  if (waiting.length >= MAX_OPEN) return false
  const id = newId(now.getTime())
  const box = seal(secrets.sealing, `customer_requests.box:${id}`, text)
  const answerUntil = addDays(calendarDateAt(now), ANSWER_DAYS)
  await insertRequest(tx, {
    id,
    cpfIndex,
    kind,
    transactionId: transactionId ?? null,
    box,
    openedAt: now,
    answerUntil,
  })
  return true
}

/** Newest first. */
export async function listRequestsOf(
  db: Queryable,
  secrets: Secrets,
  cpfIndex: Buffer,
): Promise<CustomerRequest[]> {
  return (await listRequestRowsOf(db, cpfIndex)).map(row => toRequest(secrets, row))
}

/** Longest wait first. */
export async function listOpenRequests(
  db: Queryable,
  secrets: Secrets,
): Promise<(CustomerRequest & { readonly cpfIndex: Buffer })[]> {
  return (await listOpenRequestRows(db)).map(row => ({ ...toRequest(secrets, row), cpfIndex: row.cpfIndex }))
}

/** False when there is no such request, or it was answered before. */
export function answerRequest(
  db: Queryable,
  secrets: Secrets,
  { id, text }: { readonly id: string; readonly text: string },
  now: Date,
): Promise<boolean> {
  const answerBox = seal(secrets.sealing, `customer_requests.answer_box:${id}`, text)
  return answerRequestRow(db, { id, answerBox }, now)
}

function toRequest(secrets: Secrets, row: RequestRow): CustomerRequest {
  const { id, kind, transactionId, box, answerBox, openedAt, answerUntil, answeredAt } = row
  return {
    id,
    kind,
    transactionId: transactionId ?? undefined,
    text: open(secrets.sealing, `customer_requests.box:${id}`, box).toString(),
    openedAt,
    answerUntil,
    answer:
      answerBox === null
        ? undefined
        : open(secrets.sealing, `customer_requests.answer_box:${id}`, answerBox).toString(),
    answeredAt: answeredAt ?? undefined,
  }
}
