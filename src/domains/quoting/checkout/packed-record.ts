import {
  type FieldKind,
  type FieldValues,
  fieldKinds,
  type OfferSource,
  type OfferTarget,
} from './field-kinds.ts'

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
