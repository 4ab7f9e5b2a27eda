import { type CalendarDate, calendarDateAt, parseCalendarDate } from '../../kernel/calendar-date.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type IofCharge, nameContract } from './ledger/entries.ts'
import type { Entry } from './ledger/entry.ts'
import { isIofOrdered } from './ledger/iof-periods.ts'
import { findEntry } from './ledger/store.ts'

/** The day on which the tax of a booked contract was charged: a replacement keeps that of the contract before it. */
export function findChargedOn(booked: Entry): CalendarDate {
  const { iofChargedOn } = booked.memo
  return typeof iofChargedOn === 'string'
    ? parseCalendarDate(iofChargedOn)
    : calendarDateAt(booked.occurredAt)
}

/** Undefined when the contract was never booked, or without tax. */
export async function findIofCharge(
  tx: Transaction,
  secrets: Secrets,
  transactionId: string,
): Promise<IofCharge | undefined> {
  const booked = await findEntry(tx, secrets, nameContract(transactionId))
  if (booked === undefined || !booked.postings.some(({ account }) => account.startsWith('iof-')))
    return undefined
  const chargedOn = findChargedOn(booked)
  return { chargedOn, isPaid: await isIofOrdered(tx, chargedOn) }
}
