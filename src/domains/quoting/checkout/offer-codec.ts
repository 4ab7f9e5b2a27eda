import { VarintReader, VarintWriter } from '../../../kernel/varint.ts'
import type { DueDateGroup, Offer, OfferedOption, OfferGroup } from '../pricing/offer.ts'
import type { PricedOption } from '../pricing/option.ts'
import type { OfferSource, OfferTarget } from './field-kinds.ts'
import { ColumnPlaces, Columns } from './offer-columns.ts'
import {
  deriveFigures,
  dueDateLayout,
  groupLayout,
  loanLayout,
  optionLayout,
  type StoredFigures,
  type StoredLoan,
  VERSION,
} from './offer-layout.ts'
import { PackedRecord } from './packed-record.ts'

const groupRecord = new PackedRecord<Pick<OfferGroup, keyof typeof groupLayout>>(groupLayout)
const dueDateRecord = new PackedRecord<Pick<DueDateGroup, keyof typeof dueDateLayout>>(dueDateLayout)
const loanRecord = new PackedRecord<StoredLoan>(loanLayout)
const optionRecord = new PackedRecord<StoredFigures>(optionLayout)

/** Reused by every offer: encoding is synchronous, so two offers never share them. */
const head = new VarintWriter()
const body = new VarintWriter()

/** Encodes every rounded figure of every option, in the format of offer-layout.ts. */
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
