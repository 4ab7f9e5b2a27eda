import { type CalendarDate, fromEpochDay, toEpochDay } from '../../../kernel/calendar-date.ts'
import type { VarintReader, VarintWriter } from '../../../kernel/varint.ts'

/*
 * Rates and schedules recur in every option: each is stored once, at the head of the offer, and referenced by index. A
 * schedule is a first due date and the IOF days of as many installments as the longest option has.
 */

/** Assigns indexes in the order of first use. */
export class ColumnPlaces {
  readonly #rates = new Map<number, number>()
  readonly #schedules = new Map<CalendarDate, { readonly place: number; days: readonly number[] }>()

  placeRate(rate: number): number {
    const known = this.#rates.get(rate)
    if (known !== undefined) return known
    const place = this.#rates.size
    this.#rates.set(rate, place)
    return place
  }

  addSchedule(firstDueDate: CalendarDate, days: readonly number[]): void {
    const known = this.#schedules.get(firstDueDate)
    if (known === undefined) this.#schedules.set(firstDueDate, { place: this.#schedules.size, days })
    else if (days.length > known.days.length) known.days = days
  }

  getSchedulePlace(firstDueDate: CalendarDate): number {
    const schedule = this.#schedules.get(firstDueDate)
    if (schedule === undefined)
      throw new Error(`the days of the schedule from ${firstDueDate} on are not known`)
    return schedule.place
  }

  write(writer: VarintWriter): void {
    writer.write(this.#rates.size)
    for (const rate of this.#rates.keys()) writer.writeDouble(rate)
    writer.write(this.#schedules.size)
    for (const [firstDueDate, { days }] of this.#schedules) {
      writer.write(toEpochDay(firstDueDate))
      writer.write(days.length)
      writer.writeAll(days)
    }
  }
}

interface Schedule {
  readonly firstDueDate: CalendarDate
  readonly days: readonly number[]
}

export class Columns {
  readonly #rates: readonly number[]
  readonly #schedules: readonly Schedule[]

  constructor(reader: VarintReader) {
    this.#rates = Array.from({ length: reader.read() }, () => reader.readDouble())
    this.#schedules = Array.from({ length: reader.read() }, () => ({
      firstDueDate: fromEpochDay(reader.read()),
      days: reader.readAll(reader.read()),
    }))
  }

  getRate(place: number): number {
    return expectEntry(this.#rates[place])
  }

  getFirstDueDate(place: number): CalendarDate {
    return expectEntry(this.#schedules[place]).firstDueDate
  }

  getDays(firstDueDate: CalendarDate): readonly number[] {
    return expectEntry(this.#schedules.find(schedule => schedule.firstDueDate === firstDueDate)).days
  }
}

function expectEntry<T>(entry: T | undefined): T {
  if (entry === undefined) throw new Error('a stored offer names a column that it does not have')
  return entry
}
