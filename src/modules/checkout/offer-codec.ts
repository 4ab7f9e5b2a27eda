import { fromEpochDay, toEpochDay } from '../../kernel/calendar-date.ts'
import { VarintReader, VarintWriter } from '../../kernel/varint.ts'
import type { DueDateGroup, Offer, OfferedOption, OfferGroup, PricedOption } from '../pricing/index.ts'

/*
 * An offer as it is stored: every rounded figure of every option, packed. What is left out is only what follows without any
 * rounding: sums and differences of stored figures, and columns that a list shares. A reader never changes; a new layout
 * gets a new version byte and a reader of its own.
 */
const VERSION = 1

export function encodeOffer(offer: Offer): Buffer {
  const { groups, retention } = offer
  const shared = new SharedColumns(offer)
  const writer = new VarintWriter()
  writer.write(VERSION)
  shared.write(writer)
  writer.write(groups.length)
  for (const group of groups) writeGroup(writer, shared, group)
  writer.write(retention === undefined ? 0 : 1)
  if (retention !== undefined) writeGroup(writer, shared, retention)
  return writer.take()
}

export function decodeOffer(bytes: Buffer): Offer {
  const reader = openReader(bytes)
  const shared = readShared(reader)
  const groups = readList(reader, () => readGroup(reader, shared))
  const retention = reader.read() === 1 ? readGroup(reader, shared) : undefined
  if (!reader.isAtEnd) throw new Error('a stored offer is longer than it says')
  return { groups, retention }
}

function openReader(bytes: Buffer): VarintReader {
  const reader = new VarintReader(bytes)
  const version = reader.read()
  if (version !== VERSION) throw new Error(`offers of version ${version} are not known to this program`)
  return reader
}

/** Rates and lists of days recur in every option: each is written once and named by its place. */
class SharedColumns {
  readonly #rates = new Map<number, number>()
  readonly #days = new Map<string, { place: number; days: readonly number[] }>()

  constructor(offer: Offer) {
    for (const options of listLists(offer)) {
      const [first] = options
      if (first === undefined) continue
      // Everything but the rate of interest is the same for all options of a list, and for their twins.
      for (const rate of listLoanRates(first.option)) this.#collect(rate)
      for (const { option } of options) this.#collectTerms(option)
    }
  }

  #collect(rate: number): void {
    if (!this.#rates.has(rate)) this.#rates.set(rate, this.#rates.size)
  }

  #collectTerms(o: PricedOption): void {
    this.#collect(o.interestRatePM)
    this.#collect(o.interestRatePA)
    const known = this.#days.get(o.firstDueDate)
    if (known === undefined) this.#days.set(o.firstDueDate, { place: this.#days.size, days: o.iofDays })
    else if (o.iofDays.length > known.days.length) known.days = o.iofDays
  }

  rate(value: number): number {
    return getPlace(this.#rates.get(value))
  }

  days(firstDueDate: string): number {
    return getPlace(this.#days.get(firstDueDate)?.place)
  }

  write(writer: VarintWriter): void {
    writer.write(this.#rates.size)
    for (const rate of this.#rates.keys()) writer.writeDouble(rate)
    writer.write(this.#days.size)
    for (const [firstDueDate, { days }] of this.#days) {
      writer.write(toEpochDay(firstDueDate as PricedOption['firstDueDate']))
      writer.write(days.length)
      for (const day of days) writer.write(day)
    }
  }
}

function getPlace(place: number | undefined): number {
  if (place === undefined) throw new Error('an option uses a column that was not collected')
  return place
}

interface Shared {
  readonly rates: readonly number[]
  readonly days: readonly {
    readonly firstDueDate: PricedOption['firstDueDate']
    readonly days: readonly number[]
  }[]
}

function readShared(reader: VarintReader): Shared {
  return {
    rates: readList(reader, () => reader.readDouble()),
    days: readList(reader, () => ({
      firstDueDate: fromEpochDay(reader.read()),
      days: readList(reader, () => reader.read()),
    })),
  }
}

/** The lists of options in the order in which they are shown. */
function* listLists(offer: Offer): Generator<readonly OfferedOption[]> {
  const groups = offer.retention === undefined ? offer.groups : [...offer.groups, offer.retention]
  for (const group of groups) {
    yield group.options
    for (const dates of group.dueDateOptions) yield dates.options
  }
}

/** An option as it can be chosen: by itself, with insurance, or with insurance still to be offered. */
export interface ChosenOption {
  readonly option: PricedOption
  /** Where insurance was offered and the option is the one without it. */
  readonly insuranceOption: PricedOption | undefined
  readonly isInsured: boolean
}

/**
 * The option with this place among all options of a stored offer, twins counted, in the order in which they are shown. The others
 * are passed by without being made: an offer has hundreds, and a purchase needs one.
 */
export function findStoredOption(bytes: Buffer, ordinal: number): ChosenOption | undefined {
  if (!(ordinal >= 1)) return undefined
  const reader = openReader(bytes)
  const shared = readShared(reader)
  const seek = { reader, shared, left: ordinal }
  for (let groups = reader.read(); groups > 0; groups--) {
    const found = seekInGroup(seek)
    if (found !== undefined) return found
  }
  return reader.read() === 1 ? seekInGroup(seek) : undefined
}

interface Seek {
  readonly reader: VarintReader
  readonly shared: Shared
  /** How many options are still to come, the wanted one included. */
  left: number
}

function seekInGroup(seek: Seek): ChosenOption | undefined {
  const { reader } = seek
  reader.readDouble()
  reader.skip(4)
  let found = seekInOptions(seek)
  for (let lists = found === undefined ? reader.read() : 0; lists > 0 && found === undefined; lists--) {
    reader.skip(3)
    found = seekInOptions(seek)
  }
  return found
}

function seekInOptions(seek: Seek): ChosenOption | undefined {
  const { reader, shared } = seek
  const count = reader.read()
  if (count === 0) return undefined
  const hasTwins = reader.read() === 1
  const loan = readLoan(reader, shared)
  const insured = hasTwins ? readLoan(reader, shared) : undefined
  const step = hasTwins ? 2 : 1
  for (let index = 0; index < count; index++) {
    if (seek.left <= step) {
      const option = readOption(reader, shared, loan)
      const insuranceOption = insured && readOption(reader, shared, insured)
      return seek.left === 1 || insuranceOption === undefined
        ? { option, insuranceOption, isInsured: false }
        : { option: insuranceOption, insuranceOption: undefined, isInsured: true }
    }
    for (let skipped = 0; skipped < step; skipped++) skipOption(reader)
    seek.left -= step
  }
  return undefined
}

/** Eight figures, two rows for each installment, and the two that tell the fee. */
function skipOption(reader: VarintReader): void {
  const numberOfInstallments = reader.read()
  reader.skip(8 + 2 * numberOfInstallments + 2)
}

function writeGroup(writer: VarintWriter, shared: SharedColumns, group: OfferGroup): void {
  writer.writeDouble(group.downPaymentPercentage)
  writer.write(group.downPaymentCentavos)
  writer.writeSigned(group.economyCentavos)
  writer.write(group.minTotalCentavos)
  writer.write(group.maxTotalCentavos)
  writeOptions(writer, shared, group.options)
  writer.write(group.dueDateOptions.length)
  for (const dates of group.dueDateOptions) {
    writer.write(dates.gracePeriodDays)
    writer.write(toEpochDay(dates.gracePeriodDueDate))
    writer.write(toEpochDay(dates.firstDueDate))
    writeOptions(writer, shared, dates.options)
  }
}

function readGroup(reader: VarintReader, shared: Shared): OfferGroup {
  return {
    downPaymentPercentage: reader.readDouble(),
    downPaymentCentavos: reader.read(),
    economyCentavos: reader.readSigned(),
    minTotalCentavos: reader.read(),
    maxTotalCentavos: reader.read(),
    options: readOptions(reader, shared),
    dueDateOptions: readList(
      reader,
      (): DueDateGroup => ({
        gracePeriodDays: reader.read(),
        gracePeriodDueDate: fromEpochDay(reader.read()),
        firstDueDate: fromEpochDay(reader.read()),
        options: readOptions(reader, shared),
      }),
    ),
  }
}

/** The amounts that all options of a list share are written once, before the list; those of the twins after them. */
function writeOptions(writer: VarintWriter, shared: SharedColumns, options: readonly OfferedOption[]): void {
  const [first] = options
  writer.write(options.length)
  if (first === undefined) return
  writer.write(first.insuranceOption === undefined ? 0 : 1)
  writeLoan(writer, shared, first.option)
  if (first.insuranceOption !== undefined) writeLoan(writer, shared, first.insuranceOption)
  for (const { option, insuranceOption } of options) {
    writeOption(writer, shared, option)
    if (insuranceOption !== undefined) writeOption(writer, shared, insuranceOption)
  }
}

function readOptions(reader: VarintReader, shared: Shared): OfferedOption[] {
  const count = reader.read()
  if (count === 0) return []
  const hasTwins = reader.read() === 1
  const loan = readLoan(reader, shared)
  const insured = hasTwins ? readLoan(reader, shared) : undefined
  return Array.from({ length: count }, () => ({
    option: readOption(reader, shared, loan),
    insuranceOption: insured && readOption(reader, shared, insured),
  }))
}

function listLoanRates(o: PricedOption): number[] {
  return [
    o.downPaymentPercentage,
    o.tcPercentage,
    o.cmPercentage,
    o.retentionPercentage,
    o.dailyIof,
    o.fixedIof,
  ]
}

function writeLoan(writer: VarintWriter, shared: SharedColumns, o: PricedOption): void {
  for (const rate of listLoanRates(o)) writer.write(shared.rate(rate))
  writer.write(shared.days(o.firstDueDate))
  writer.write(o.downPaymentCentavos)
  writer.write(o.tcCentavos)
  writer.write(o.cmCentavos)
  writer.write(o.retentionCentavos)
  writer.write(o.premiumCentavos)
  writer.write(o.financedCentavos)
}

function readLoan(reader: VarintReader, shared: Shared) {
  const readRate = (): number => getEntry(shared.rates, reader.read())
  return {
    downPaymentPercentage: readRate(),
    tcPercentage: readRate(),
    cmPercentage: readRate(),
    retentionPercentage: readRate(),
    dailyIof: readRate(),
    fixedIof: readRate(),
    dates: getEntry(shared.days, reader.read()),
    downPaymentCentavos: reader.read(),
    tcCentavos: reader.read(),
    cmCentavos: reader.read(),
    retentionCentavos: reader.read(),
    premiumCentavos: reader.read(),
    financedCentavos: reader.read(),
  }
}

function writeOption(writer: VarintWriter, shared: SharedColumns, o: PricedOption): void {
  writer.write(o.numberOfInstallments)
  writer.write(shared.rate(o.interestRatePM))
  writer.write(shared.rate(o.interestRatePA))
  writer.writeSigned(Math.round(o.cetPA * 100))
  writer.writeSigned(Math.round(o.cetPM * 100))
  writer.write(o.amortizationTotalCentavos)
  writer.write(o.installmentCentavos)
  writer.write(o.iofPerMonthCentavos)
  writer.write(o.installmentWithoutChargesCentavos)
  for (const row of o.amortizationCentavos) writer.write(row)
  for (const row of o.iofCentavos) writer.write(row)
  writeFeeRows(writer, o.tcShareCentavos)
}

function readOption(reader: VarintReader, shared: Shared, loan: ReturnType<typeof readLoan>): PricedOption {
  const { dates, ...amounts } = loan
  const numberOfInstallments = reader.read()
  const interestRatePM = getEntry(shared.rates, reader.read())
  const interestRatePA = getEntry(shared.rates, reader.read())
  const cetPA = reader.readSigned() / 100
  const cetPM = reader.readSigned() / 100
  const amortizationTotalCentavos = reader.read()
  const installmentCentavos = reader.read()
  const totalCentavos = installmentCentavos * numberOfInstallments
  const iofPerMonthCentavos = reader.read()
  const installmentWithoutChargesCentavos = reader.read()
  const readRow = (): number => reader.read()
  const readRows = (): number[] => Array.from({ length: numberOfInstallments }, readRow)
  const amortizationCentavos = readRows()
  const iofCentavos = readRows()
  const tcShareCentavos = readFeeRows(reader, numberOfInstallments)
  return {
    ...amounts,
    numberOfInstallments,
    firstDueDate: dates.firstDueDate,
    interestRatePM,
    interestRatePA,
    cetPA,
    cetPM,
    netCentavos: loan.financedCentavos - loan.retentionCentavos,
    totalIofCentavos: amortizationTotalCentavos - loan.financedCentavos - loan.premiumCentavos,
    iofPerMonthCentavos,
    amortizationTotalCentavos,
    installmentCentavos,
    totalCentavos,
    additionCentavos: totalCentavos - loan.financedCentavos,
    installmentWithoutChargesCentavos,
    totalWithoutChargesCentavos: loan.financedCentavos,
    amortizationCentavos,
    iofCentavos,
    tcShareCentavos,
    iofDays: dates.days.slice(0, numberOfInstallments),
  }
}

/** The fee is split equally, so two numbers tell all its rows: the smaller part, and how many rows have a centavo more. */
function writeFeeRows(writer: VarintWriter, rows: readonly number[]): void {
  const smaller = rows.at(-1) ?? 0
  const larger = rows.indexOf(smaller)
  if (rows.some((row, at) => row !== smaller + (at < larger ? 1 : 0)))
    throw new Error('a fee is not split equally')
  writer.write(smaller)
  writer.write(larger)
}

function readFeeRows(reader: VarintReader, count: number): number[] {
  const smaller = reader.read()
  const larger = reader.read()
  return Array.from({ length: count }, (_, at) => smaller + (at < larger ? 1 : 0))
}

function getEntry<T>(list: readonly T[], place: number): T {
  const entry = list[place]
  if (entry === undefined) throw new Error('a stored offer names a column that it does not have')
  return entry
}

function readList<T>(reader: VarintReader, readItem: () => T): T[] {
  return Array.from({ length: reader.read() }, readItem)
}
