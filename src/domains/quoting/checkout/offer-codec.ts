import { type CalendarDate, fromEpochDay, toEpochDay } from '../../../kernel/calendar-date.ts'
import { VarintReader, VarintWriter } from '../../../kernel/varint.ts'
import type { Offer, OfferGroup, PricedOption } from '../../pricing/index.ts'
import { type Layout, type OfferSource, type OfferTarget, PackedRecord } from './packed-record.ts'

type OfferedOption = OfferGroup['options'][number]
type DueDateGroup = OfferGroup['dueDateOptions'][number]

/*
 * Version 1 of a stored offer, field by field in the order of its bytes; packed-record.ts says what each kind is. JSON would
 * make /options a sixth longer (bench/shortcuts.ts) and the stored offer twelve times as large.
 *
 *   offer     version, rates, schedules, count, that many groups, 1 or 0, the group with retention where it was 1
 *   group     groupLayout, list, count, that many times dueDateLayout and list
 *   list      count; unless it is 0: 1 or 0 for insured twins, loanLayout, loanLayout of the twins, the options
 *   option    optionLayout, and after it the optionLayout of its twin
 *   rates     count, that many doubles
 *   schedules count, that many times: first due date, count, that many days for the IOF
 *
 * These tables never change: offers that were stored with them must stay readable. Other bytes are another version with
 * tables of its own.
 */
const VERSION = 1

const groupLayout = {
  downPaymentPercentage: 'double',
  downPaymentCentavos: 'whole',
  economyCentavos: 'signed',
  minTotalCentavos: 'whole',
  maxTotalCentavos: 'whole',
} as const satisfies Layout<OfferGroup, 'options' | 'dueDateOptions'>

const dueDateLayout = {
  gracePeriodDays: 'whole',
  gracePeriodDueDate: 'date',
  firstDueDate: 'date',
} as const satisfies Layout<DueDateGroup, 'options'>

/** What all options of a list have in common. */
const loanLayout = {
  downPaymentPercentage: 'rate',
  tcPercentage: 'rate',
  cmPercentage: 'rate',
  retentionPercentage: 'rate',
  dailyIof: 'rate',
  fixedIof: 'rate',
  firstDueDate: 'schedule',
  downPaymentCentavos: 'whole',
  tcCentavos: 'whole',
  cmCentavos: 'whole',
  retentionCentavos: 'whole',
  premiumCentavos: 'whole',
  financedCentavos: 'whole',
} as const satisfies Partial<Layout<PricedOption>>

const optionLayout = {
  numberOfInstallments: 'count',
  interestRatePM: 'rate',
  interestRatePA: 'rate',
  cetPA: 'hundredths',
  cetPM: 'hundredths',
  amortizationTotalCentavos: 'whole',
  installmentCentavos: 'whole',
  iofPerMonthCentavos: 'whole',
  installmentWithoutChargesCentavos: 'whole',
  amortizationCentavos: 'rows',
  iofCentavos: 'rows',
  tcShareCentavos: 'equalRows',
} as const satisfies Partial<Layout<PricedOption>>

type StoredLoan = Pick<PricedOption, keyof typeof loanLayout>
type StoredFigures = Pick<PricedOption, keyof typeof optionLayout>
type StoredOption = StoredLoan & StoredFigures
type DerivedFigures = Omit<PricedOption, keyof StoredOption>

/** Figures that are not stored, because they follow from stored ones without rounding. */
function deriveFigures(o: StoredOption, columns: Columns): DerivedFigures {
  const totalCentavos = o.installmentCentavos * o.numberOfInstallments
  return {
    netCentavos: o.financedCentavos - o.retentionCentavos,
    totalIofCentavos: o.amortizationTotalCentavos - o.financedCentavos - o.premiumCentavos,
    totalCentavos,
    additionCentavos: totalCentavos - o.financedCentavos,
    totalWithoutChargesCentavos: o.financedCentavos,
    iofDays: columns.getDays(o.firstDueDate).slice(0, o.numberOfInstallments),
  }
}

const groupRecord = new PackedRecord<Pick<OfferGroup, keyof typeof groupLayout>>(groupLayout)
const dueDateRecord = new PackedRecord<Pick<DueDateGroup, keyof typeof dueDateLayout>>(dueDateLayout)
const loanRecord = new PackedRecord<StoredLoan>(loanLayout)
const optionRecord = new PackedRecord<StoredFigures>(optionLayout)

/** Reused by every offer: encoding is synchronous, so two offers never share them. */
const head = new VarintWriter()
const body = new VarintWriter()

/** Encodes every rounded figure of every option, in the format above. */
export function encodeOffer({ groups, retention }: Offer): Buffer {
  head.clear()
  body.clear()
  const target = { writer: body, places: new ColumnPlaces() }
  body.write(groups.length)
  for (const group of groups) writeGroup(target, group)
  body.write(retention === undefined ? 0 : 1)
  if (retention !== undefined) writeGroup(target, retention)
  // The columns precede the options, but only now is it known which ones the options need.
  head.write(VERSION)
  target.places.write(head)
  return Buffer.concat([head.written, body.written])
}

function writeGroup(target: OfferTarget, group: OfferGroup): void {
  groupRecord.write(target, group)
  writeList(target, group.options)
  target.writer.write(group.dueDateOptions.length)
  for (const dates of group.dueDateOptions) {
    dueDateRecord.write(target, dates)
    writeList(target, dates.options)
  }
}

function writeList(target: OfferTarget, options: readonly OfferedOption[]): void {
  const [first] = options
  target.writer.write(options.length)
  if (first === undefined) return
  const longest = options.reduce((a, b) => (b.option.iofDays.length > a.option.iofDays.length ? b : a)).option
  target.places.addSchedule(longest.firstDueDate, longest.iofDays)
  target.writer.write(first.insuranceOption === undefined ? 0 : 1)
  loanRecord.write(target, first.option)
  if (first.insuranceOption !== undefined) loanRecord.write(target, first.insuranceOption)
  for (const { option, insuranceOption } of options) {
    optionRecord.write(target, option)
    if (insuranceOption !== undefined) optionRecord.write(target, insuranceOption)
  }
}

export function decodeOffer(bytes: Buffer): Offer {
  const source = openSource(bytes)
  const { reader } = source
  const groups = repeat(reader.read(), () => readGroup(source))
  const retention = reader.read() === 1 ? readGroup(source) : undefined
  if (!reader.isAtEnd) throw new Error('a stored offer is longer than it says')
  return { groups, retention }
}

function openSource(bytes: Buffer): OfferSource {
  const reader = new VarintReader(bytes)
  const version = reader.read()
  if (version !== VERSION) throw new Error(`offers of version ${version} are not known to this program`)
  return { reader, columns: new Columns(reader), rows: 0 }
}

function readGroup(source: OfferSource): OfferGroup {
  return {
    ...groupRecord.read(source),
    options: readList(source),
    dueDateOptions: repeat(source.reader.read(), () => ({
      ...dueDateRecord.read(source),
      options: readList(source),
    })),
  }
}

function readList(source: OfferSource): OfferedOption[] {
  const count = source.reader.read()
  if (count === 0) return []
  const hasTwins = source.reader.read() === 1
  const loan = loanRecord.read(source)
  const insured = hasTwins ? loanRecord.read(source) : undefined
  return repeat(count, () => readOffered(source, loan, insured))
}

function readOffered(source: OfferSource, loan: StoredLoan, insured: StoredLoan | undefined): OfferedOption {
  return {
    option: readOption(source, loan),
    insuranceOption: insured && readOption(source, insured),
  }
}

function readOption(source: OfferSource, loan: StoredLoan): PricedOption {
  const stored = { ...loan, ...optionRecord.read(source) }
  return { ...stored, ...deriveFigures(stored, source.columns) }
}

const repeat = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read)

/** An option as the customer can choose it: alone, with insurance, or with insurance still to be offered. */
export interface ChosenOption {
  readonly option: PricedOption
  /** Present where insurance was offered and the option is the one without it. */
  readonly insuranceOption: PricedOption | undefined
  readonly isInsured: boolean
}

/**
 * Finds an option of a stored offer by its index in display order, twins included. The others are skipped without being
 * decoded: an offer has hundreds of options, and a purchase needs one.
 */
export function findStoredOption(bytes: Buffer, ordinal: number): ChosenOption | undefined {
  if (!(ordinal >= 1)) return undefined
  const seek = { source: openSource(bytes), left: ordinal }
  const { reader } = seek.source
  for (let groups = reader.read(); groups > 0; groups--) {
    const found = seekInGroup(seek)
    if (found !== undefined) return found
  }
  return reader.read() === 1 ? seekInGroup(seek) : undefined
}

interface Seek {
  readonly source: OfferSource
  /** Options left to read, the wanted one included. */
  left: number
}

function seekInGroup(seek: Seek): ChosenOption | undefined {
  const { source } = seek
  groupRecord.pass(source)
  let found = seekInList(seek)
  for (
    let lists = found === undefined ? source.reader.read() : 0;
    lists > 0 && found === undefined;
    lists--
  ) {
    dueDateRecord.pass(source)
    found = seekInList(seek)
  }
  return found
}

function seekInList(seek: Seek): ChosenOption | undefined {
  const { source } = seek
  const count = source.reader.read()
  if (count === 0) return undefined
  const step = source.reader.read() === 1 ? 2 : 1
  if (seek.left > count * step) {
    pass(source, loanRecord, step)
    pass(source, optionRecord, count * step)
    seek.left -= count * step
    return undefined
  }
  const loan = loanRecord.read(source)
  const insured = step === 2 ? loanRecord.read(source) : undefined
  const before = Math.ceil(seek.left / step) - 1
  pass(source, optionRecord, before * step)
  const { option, insuranceOption } = readOffered(source, loan, insured)
  return seek.left - before * step === 1 || insuranceOption === undefined
    ? { option, insuranceOption, isInsured: false }
    : { option: insuranceOption, insuranceOption: undefined, isInsured: true }
}

function pass(source: OfferSource, record: { pass(source: OfferSource): void }, times: number): void {
  for (let left = times; left > 0; left--) record.pass(source)
}

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
      throw new Error(`the schedule that begins on ${firstDueDate} is not stored with the offer`)
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
