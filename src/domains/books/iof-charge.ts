import { type CalendarDate, calendarDateAt, parseCalendarDate } from '../../kernel/calendar-date.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type IofCharge, nameContract } from './ledger/entries.ts'
import type { Entry } from './ledger/entry.ts'
import { isIofOrdered } from './ledger/iof-periods.ts'
import { findEntry } from './ledger/store.ts'
import { nameMove } from './ledger/version-1.ts'

/** The day on which the tax of a booked contract was charged: a replacement keeps that of the contract before it. */
export function findChargedOn(booked: Entry): CalendarDate {
  const { iofChargedOn } = booked.memo
  return typeof iofChargedOn === 'string'
    ? parseCalendarDate(iofChargedOn)
    : calendarDateAt(booked.occurredAt)
}

/** Undefined when the contract was never booked, or on books of version 1 only: their tax is in no period. */
export async function findIofCharge(
  tx: Transaction,
  secrets: Secrets,
  transactionId: string,
): Promise<IofCharge | undefined> {
  const [booked, moved] = await Promise.all([
    findEntry(tx, secrets, nameContract(transactionId)),
    findEntry(tx, secrets, nameMove(transactionId)),
  ])
  const charged = moved ?? booked
  const isInPeriod = charged?.postings.some(({ account }) => account.startsWith('iof-')) ?? false
  if (charged === undefined || !isInPeriod) return undefined
  const chargedOn = findChargedOn(charged)
  return { chargedOn, isPaid: await isIofOrdered(tx, chargedOn) }
}
