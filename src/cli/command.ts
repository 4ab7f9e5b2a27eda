import type { App } from '../app/app.ts'
import { RequestError } from '../contract/errors.ts'
import { InputError, Refused } from '../kernel/faults.ts'

/** The words and options of one command line. */
export interface CommandLine {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  /** Set for an audited command. */
  readonly act?: CommandAct
  /** Prints the progress of a long command. */
  readonly report?: (text: string) => void
  /** Answers questions in place of a person. */
  readonly ask?: (questions: readonly string[]) => Promise<readonly string[]>
}

interface CommandAct {
  /** The person who runs the command. */
  readonly person: string
  /** Names what the command made or changed, for the audit log: ids, codes, hashes and names of bank files only. */
  tell(subject: string | undefined, details?: Readonly<Record<string, string | number>>): void
}

export interface Command {
  /** Runs on a restored database, on which the program does not start. */
  readonly acceptsForgotten?: true
  run(services: App, line: CommandLine): Promise<string>
}

/** Runs without the services: needs neither configuration nor secrets. */
export interface OfflineCommand {
  runOffline(line: CommandLine): Promise<string | CommandReport>
}

/** Text for standard output, also when the exit code is 1. */
interface CommandReport {
  readonly text: string
  readonly hasFailed: boolean
}

export function getOption(line: CommandLine, name: string): string {
  const value = line.options[name]
  if (typeof value !== 'string' || value === '') throw new InputError(`--${name} is missing`)
  return value
}

/** The id of the retailer that the command line names; throws when there is none. */
export async function getRetailerId({ retailers }: App, line: CommandLine): Promise<string> {
  const retailerId = getOption(line, 'retailer')
  const known = await retailers.listRetailers()
  if (!known.some(({ id }) => id === retailerId)) throw new InputError(`there is no retailer ${retailerId}`)
  return retailerId
}

/** The act of an audited command. */
export function getPerson({ act }: CommandLine): string {
  if (act === undefined) throw new Error('a command that needs a person is audited')
  return act.person
}

export function getWord(line: CommandLine, at: number, what: string): string {
  const word = line.words[at]
  if (word === undefined) throw new InputError(`${what} is missing`)
  return word
}

const TYPING_MS = 300_000

/** One line, typed or from a pipe; empty when there is none. The question is not part of the output. */
export async function readLine(question: string): Promise<string> {
  return (await readLines([question]))[0] ?? ''
}

/** The answers to questions: as `readLine`, one line each. */
export function askLines(line: CommandLine, questions: readonly string[]): Promise<readonly string[]> {
  return (line.ask ?? readLines)(questions)
}

async function readLines(questions: readonly string[]): Promise<string[]> {
  const { createInterface } = await import('node:readline/promises')
  const { stdin: input, stderr: output } = process
  const lines = createInterface({ input, output, terminal: input.isTTY === true, historySize: 0 })
  const timer = AbortSignal.timeout(TYPING_MS)
  const answers: string[] = []
  try {
    if (input.isTTY)
      for (const question of questions) answers.push(await lines.question(question, { signal: timer }))
    else
      for await (const line of lines) {
        answers.push(line)
        if (answers.length === questions.length) break
      }
    return answers
  } catch (error) {
    if (timer.aborted) throw new InputError('nothing was typed within five minutes')
    throw error
  } finally {
    lines.close()
  }
}

/** What a rule refuses is one sentence for whoever typed the command. */
export function refuse(error: unknown): never {
  throw error instanceof RequestError || error instanceof Refused ? new InputError(error.message) : error
}

/** An amount in reais, always with its centavos. */
export const presentAmount = (centavos: number): string => (centavos / 100).toFixed(2)

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
