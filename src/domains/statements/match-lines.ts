import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { LineCategory } from './statement.ts'

/** Something that the books, or a module that pays out, expect to see on the account. */
export interface BookItem {
  readonly reference: string
  readonly amountCentavos: Centavos
  readonly day: CalendarDate
  readonly category: LineCategory
  /** As the bank writes it beside the movement, where that is known. */
  readonly document?: string | undefined
  /** False where the books do not hold it yet. */
  readonly isBooked: boolean
}

export interface OpenLine {
  readonly key: string
  readonly postedOn: CalendarDate
  readonly amountCentavos: Centavos
  readonly category: LineCategory
  readonly history: string
  readonly document: string
}

interface Matching {
  readonly matches: readonly { readonly line: OpenLine; readonly items: readonly BookItem[] }[]
  /** Lines that name an item of another amount: no later file fixes that. */
  readonly contradicted: readonly OpenLine[]
}

const END_TO_END_ID = /\bE[0-9A-Z]{8}\d{12}[A-Za-z0-9]{11}\b/

/**
 * Matches lines with items, never with a tolerance: first by what names a movement (Pix by endToEndId, payouts by their
 * document), then the lumps of a day (all collection credits, all Pix), then single amounts that occur once on a day.
 */
export function matchLines(lines: readonly OpenLine[], items: readonly BookItem[]): Matching {
  const freeLines = new Set(lines)
  const freeItems = new Set(items)
  const matches: { line: OpenLine; items: BookItem[] }[] = []
  const contradicted: OpenLine[] = []
  const match = (line: OpenLine, found: BookItem[]): void => {
    freeLines.delete(line)
    for (const item of found) freeItems.delete(item)
    matches.push({ line, items: found })
  }

  for (const line of lines) {
    const named = findNamed(line, freeItems)
    if (named?.amountCentavos === line.amountCentavos) match(line, [named])
    else if (named !== undefined) {
      freeLines.delete(line)
      contradicted.push(line)
    }
  }
  for (const category of ['collection', 'pix'] as const)
    for (const [day, dayLines] of Map.groupBy(freeLines, ({ postedOn }) => postedOn)) {
      const lump = dayLines.filter(line => line.category === category && line.amountCentavos > 0)
      const dayItems = [...freeItems].filter(
        item => item.category === category && item.day === day && item.amountCentavos > 0,
      )
      const [first, ...others] = lump
      if (first === undefined || sum(lump) !== sum(dayItems)) continue
      match(first, dayItems)
      for (const other of others) match(other, [])
    }
  for (const line of [...freeLines]) {
    const isEqual = (each: { readonly amountCentavos: Centavos }) =>
      each.amountCentavos === line.amountCentavos
    const [only, ...more] = [...freeItems].filter(item => isEqual(item) && item.day === line.postedOn)
    const twins = [...freeLines].filter(other => isEqual(other) && other.postedOn === line.postedOn)
    if (only !== undefined && more.length === 0 && twins.length === 1) match(line, [only])
  }
  return { matches, contradicted }
}

function findNamed({ document, history }: OpenLine, items: Iterable<BookItem>): BookItem | undefined {
  const [endToEndId] = END_TO_END_ID.exec(`${document} ${history}`) ?? []
  for (const item of items) {
    if (endToEndId !== undefined && item.reference.includes(endToEndId)) return item
    if (item.document !== undefined && item.document === document) return item
  }
  return undefined
}

const sum = (each: readonly { readonly amountCentavos: Centavos }[]): Centavos =>
  each.reduce((total, { amountCentavos }) => total + amountCentavos, 0)
