import type { Services } from '../services.ts'

/** Words and options of one command line, already split. */
export interface CommandLine {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
}

export interface Command {
  /** How it is called, as the help shows it. */
  readonly usage: string
  readonly purpose: string
  run(services: Services, line: CommandLine): Promise<string>
}

/** What the operator got wrong, in a sentence; printed without a stack. */
export class UsageError extends Error {}

export function getOption(line: CommandLine, name: string): string {
  const value = line.options[name]
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is missing`)
  return value
}

/** The retailer that the line names, which must be one of ours. */
export async function getRetailerId({ retailers }: Services, line: CommandLine): Promise<string> {
  const retailerId = getOption(line, 'retailer')
  const known = await retailers.listRetailers()
  if (!known.some(({ id }) => id === retailerId)) throw new UsageError(`there is no retailer ${retailerId}`)
  return retailerId
}

export function getWord(line: CommandLine, at: number, what: string): string {
  const word = line.words[at]
  if (word === undefined) throw new UsageError(`${what} is missing`)
  return word
}

/** Columns as wide as their widest cell. */
export function presentTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...all.map(row => (row[column] ?? '').length)))
  return all
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
