import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureDebianPackages } from '../../../scripts/debian-packages.ts'
import { bookCommands } from '../../../src/cli/books.ts'
import { closingCommands } from '../../../src/cli/closing.ts'
import type { Command } from '../../../src/cli/command.ts'
import { ledgerCommands } from '../../../src/cli/ledger.ts'
import { loanCommands } from '../../../src/cli/loans.ts'
import { proposalCommands } from '../../../src/cli/proposals.ts'
import { scrCommands } from '../../../src/cli/scr.ts'
import { calendarDateAt } from '../../../src/kernel/calendar-date.ts'
import { DEMO_KEY, startTestApp, type TestApp } from '../../support/app.ts'
import { answerWithCodes, type DeskPerson, newDeskPerson } from '../../support/desk.ts'
import { type Customer, livePortfolio, PLAIN_KEY } from './portfolio.ts'

interface YearOptions {
  readonly purchases: number
  readonly days: number
  readonly seed: number
  /** Where the exports go. */
  readonly folder: string
  readonly log: (line: string) => void
}

interface YearResult {
  readonly figures: Readonly<Record<string, number>>
  readonly defects: readonly string[]
}

/**
 * A portfolio lives for a year and more. Every month is closed by two people and exported; at the end a program that
 * shares no code with this one recomputes the totals from the files.
 */
export async function liveYear({ folder, log, ...wanted }: YearOptions): Promise<YearResult> {
  const app = await startTestApp()
  try {
    const people = [await newDeskPerson(app, 'analyst'), await newDeskPerson(app, 'approver')]
    const run = createRunner(app, people)
    const months: string[] = []
    const settings = writeScrSettings(folder)
    const begin = calendarDateAt(app.services.clock.now())
    const customers = await livePortfolio({
      ...wanted,
      app,
      log,
      async onMonthEnd(month) {
        await closeMonth(run, people, month)
        await run('books export', { month, folder })
        await run('scr export', { month, folder, settings })
        months.push(month)
      },
    })
    writeContracts(folder, await readContracts(run, customers))
    await writeStatements(app, folder, begin)
    log(await run('ledger verify', {}))
    const found = await recompute(folder)
    return {
      figures: { purchases: customers.length, months: months.length, ...found.figures },
      defects: found.defects,
    }
  } finally {
    await app.stop()
  }
}

/** Who answers for document 3040 is the one setting without a default. */
function writeScrSettings(folder: string): string {
  const path = join(folder, 'scr.json')
  const responsible = { name: 'Ana Souza', email: 'ana@lender.example', phone: '1133334444' }
  writeFileSync(path, JSON.stringify({ responsible }))
  return path
}

type Run = (
  name: string,
  options: Readonly<Record<string, string | boolean>>,
  words?: readonly string[],
  by?: DeskPerson,
) => Promise<string>

const COMMANDS: Readonly<Record<string, Command>> = {
  ...bookCommands,
  ...closingCommands,
  ...ledgerCommands,
  ...loanCommands,
  ...proposalCommands,
  ...scrCommands,
}

function createRunner(app: TestApp, people: readonly DeskPerson[]): Run {
  const ask = answerWithCodes(app, people)
  return async (name, options, words = [], by = undefined) => {
    const command = COMMANDS[name]
    if (command === undefined) throw new Error(`there is no command ${name}`)
    const person = by?.email ?? 'Ana Souza'
    const line = { words: [...name.split(' '), ...words], options, ask, act: { person, tell: () => {} } }
    return command.run(app.services, line)
  }
}

async function closeMonth(run: Run, [first, second]: readonly DeskPerson[], month: string): Promise<void> {
  await run('closing run', { month })
  const proposed = await run('closing close', { month, reason: 'as the snapshot says' }, [], first)
  const [proposal = ''] = proposed.split('\n')
  await run('proposals approve', { reason: 'compared with the bank' }, [proposal], second)
  await run('closing verify', { month })
}

/** Terms, payments and payoff of every contract there ever was, without personal data. */
async function readContracts(run: Run, customers: readonly Customer[]): Promise<string[]> {
  const contracts: string[] = []
  for (const { transactionIds } of customers)
    for (const id of transactionIds) contracts.push(await run('loan show', { json: true }, [id]))
  return contracts
}

function writeContracts(folder: string, contracts: readonly string[]): void {
  const lines = contracts.map(text => `${JSON.stringify(JSON.parse(text))}\n`)
  writeFileSync(join(folder, 'loans.jsonl'), lines.join(''))
}

/** What each shop reads about its money, for all days. */
async function writeStatements(app: TestApp, folder: string, begin: string): Promise<void> {
  const to = calendarDateAt(app.services.clock.now())
  const keys = { first: DEMO_KEY, second: PLAIN_KEY }
  // A statement has at most a year.
  for (const [shop, key] of Object.entries(keys))
    for (let year = Number(begin.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1) {
      const [from, until] = [`${year}-01-01`, `${year}-12-31`]
      const query = new URLSearchParams({ from: from < begin ? begin : from, to: until > to ? to : until })
      const answer = await fetch(`${app.url}/statement?${query}`, { headers: { 'x-service-apikey': key } })
      if (!answer.ok) throw new Error(await answer.text())
      writeFileSync(join(folder, `statement-${shop}-${year}.json`), await answer.text())
    }
}

/** Python's standard library alone. */
async function recompute(folder: string): Promise<YearResult> {
  ensureDebianPackages({ python3: 'python3' })
  const script = join(import.meta.dirname, 'recompute.py')
  const { stdout } = await promisify(execFile)('python3', [script, folder], { maxBuffer: 50_000_000 })
  return JSON.parse(stdout) as YearResult
}
