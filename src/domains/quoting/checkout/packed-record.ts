import { type CalendarDate, fromEpochDay, toEpochDay } from '../../../kernel/calendar-date.ts'
import type { VarintReader, VarintWriter } from '../../../kernel/varint.ts'
import type { ColumnPlaces, Columns } from './offer-codec.ts'

interface FieldValues {
  /** Non-negative integer. */
  readonly whole: number
  /** Integer of either sign. */
  readonly signed: number
  /** At most two decimals, either sign. */
  readonly hundredths: number
  /** Eight bytes; all other kinds are varints. */
  readonly double: number
  readonly date: CalendarDate
  /** A rate, stored as its index among the rates of the offer. */
  readonly rate: number
  /** A first due date, stored as its index among the schedules of the offer. */
  readonly schedule: CalendarDate
  /** Non-negative: the number of entries in the rows after it. */
  readonly count: number
  readonly rows: readonly number[]
  /** Rows that split an amount equally: the smaller share, and how many rows, from the first on, get one more. */
  readonly equalRows: readonly number[]
}

export interface OfferTarget {
  readonly writer: VarintWriter
  readonly places: ColumnPlaces
}

export interface OfferSource {
  readonly reader: VarintReader
  readonly columns: Columns
  /** The last `count` that was read. */
  rows: number
}

interface FieldKind<V> {
  /** How many varints a value takes. A field without this must be decoded even to be skipped. */
  readonly numbers?: number | 'one a row'
  /** Writes adjacent fields of one kind in one call: a call per field is slower. */
  write<N extends string>(target: OfferTarget, record: Readonly<Record<N, V>>, names: readonly N[]): void
  read(source: OfferSource): V
}

const fieldKinds: { readonly [K in keyof FieldValues]: FieldKind<FieldValues[K]> } = {
  whole: {
    numbers: 1,
    write({ writer }, record, names) {
      for (const name of names) writer.write(record[name])
    },
    read: ({ reader }) => reader.read(),
  },
  signed: {
    numbers: 1,
    write({ writer }, record, names) {
      for (const name of names) writer.writeSigned(record[name])
    },
    read: ({ reader }) => reader.readSigned(),
  },
  hundredths: {
    numbers: 1,
    write({ writer }, record, names) {
      for (const name of names) writer.writeSigned(Math.round(record[name] * 100))
    },
    read: ({ reader }) => reader.readSigned() / 100,
  },
  double: {
    write({ writer }, record, names) {
      for (const name of names) writer.writeDouble(record[name])
    },
    read: ({ reader }) => reader.readDouble(),
  },
  date: {
    numbers: 1,
    write({ writer }, record, names) {
      for (const name of names) writer.write(toEpochDay(record[name]))
    },
    read: ({ reader }) => fromEpochDay(reader.read()),
  },
  rate: {
    numbers: 1,
    write({ writer, places }, record, names) {
      for (const name of names) writer.write(places.placeRate(record[name]))
    },
    read: ({ reader, columns }) => columns.getRate(reader.read()),
  },
  schedule: {
    numbers: 1,
    write({ writer, places }, record, names) {
      for (const name of names) writer.write(places.getSchedulePlace(record[name]))
    },
    read: ({ reader, columns }) => columns.getFirstDueDate(reader.read()),
  },
  count: {
    write({ writer }, record, names) {
      for (const name of names) writer.write(record[name])
    },
    read(source) {
      source.rows = source.reader.read()
      return source.rows
    },
  },
  rows: {
    numbers: 'one a row',
    write({ writer }, record, names) {
      for (const name of names) writer.writeAll(record[name])
    },
    read: ({ reader, rows }) => reader.readAll(rows),
  },
  equalRows: {
    numbers: 2,
    write({ writer }, record, names) {
      for (const name of names) {
        const rows = record[name]
        writer.write(rows.at(-1) ?? 0)
        writer.write(countLarger(rows))
      }
    },
    read({ reader, rows }) {
      const smaller = reader.read()
      const larger = reader.read()
      return Array.from({ length: rows }, (_, at) => smaller + (at < larger ? 1 : 0))
    },
  },
}

function countLarger(rows: readonly number[]): number {
  const smaller = rows.at(-1) ?? 0
  let larger = 0
  for (let at = 0; at < rows.length; at++) {
    if (rows[at] === smaller) continue
    if (rows[at] !== smaller + 1 || larger !== at) throw new Error('a fee is not split equally')
    larger += 1
  }
  return larger
}

type KindFor<V> = { [K in keyof FieldValues]: V extends FieldValues[K] ? K : never }[keyof FieldValues]

/** Maps every stored member of a record to its kind, in byte order. */
export type Layout<T, NotStored extends keyof T = never> = {
  readonly [N in Exclude<keyof T, NotStored>]: KindFor<T[N]>
}

type AnyKind = FieldKind<unknown>

/** Adjacent fields of one kind. */
interface Run {
  readonly kind: AnyKind
  readonly names: readonly string[]
}

/** A field that must be decoded, and the varints after it that are skipped in one go. */
interface Stretch {
  readonly first: AnyKind | undefined
  readonly numbers: number
  readonly perRow: number
}

/** Writes, reads and skips a record by its layout. */
export class PackedRecord<T extends object> {
  readonly #runs: readonly Run[]
  readonly #stretches: readonly Stretch[]

  constructor(layout: Layout<T>) {
    const fields = Object.entries<keyof FieldValues>(layout)
    this.#runs = listRuns(fields)
    this.#stretches = listStretches(fields.map(([, kind]) => fieldKinds[kind] as AnyKind))
  }

  write(target: OfferTarget, record: T): void {
    const runs = this.#runs
    for (let at = 0; at < runs.length; at++) {
      const { kind, names } = runs[at] as Run
      kind.write(target, record as Record<string, unknown>, names)
    }
  }

  read(source: OfferSource): T {
    const record: Record<string, unknown> = {}
    for (const { kind, names } of this.#runs) for (const name of names) record[name] = kind.read(source)
    return record as T
  }

  pass(source: OfferSource): void {
    for (const { first, numbers, perRow } of this.#stretches) {
      first?.read(source)
      source.reader.skip(numbers + perRow * source.rows)
    }
  }
}

function listRuns(fields: readonly (readonly [name: string, kind: keyof FieldValues])[]): Run[] {
  const starts = fields.flatMap(([, kind], at) => (kind === fields[at - 1]?.[1] ? [] : [{ kind, at }]))
  return starts.map(({ kind, at }, index) => ({
    kind: fieldKinds[kind] as AnyKind,
    names: fields.slice(at, starts[index + 1]?.at).map(([name]) => name),
  }))
}

function listStretches(kinds: readonly AnyKind[]): Stretch[] {
  const starts = kinds.flatMap(({ numbers }, at) => (at === 0 || numbers === undefined ? [at] : []))
  return starts.map((start, index) => {
    const stretch = kinds.slice(start, starts[index + 1])
    return {
      first: stretch.find(({ numbers }) => numbers === undefined),
      numbers: stretch.reduce((sum, { numbers = 0 }) => (numbers === 'one a row' ? sum : sum + numbers), 0),
      perRow: stretch.filter(({ numbers }) => numbers === 'one a row').length,
    }
  })
}
