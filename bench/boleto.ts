import { encodeBoleto, formatDigitLine, parseDigitLine } from '../src/brazil/boleto.ts'
import { parseBankAccount } from '../src/domains/lender/banks/bank-account.ts'
import { addDays, parseCalendarDate } from '../src/kernel/calendar-date.ts'
import type { BenchResult } from './result.ts'

const PER_ROUND = 100_000
const ROUNDS = 12
const GOAL_PER_SECOND = 200_000

const accounts = [
  parseBankAccount({ bank: '237', agency: '1172', account: '403005', accountDigit: '2', portfolio: '09' }),
  parseBankAccount({ bank: '341', agency: '0810', account: '53678', accountDigit: '9', portfolio: '109' }),
  parseBankAccount({
    bank: '001',
    agency: '4042',
    account: '61900',
    accountDigit: '0',
    portfolio: '18',
    agreement: '1238798',
  }),
] as const
const dueDates = Array.from({ length: 720 }, (_, day) => addDays(parseCalendarDate('2026-01-02'), day))

const ourNumberOf = (index: number, round: number) => 1 + ((index * 7_919 + round * 104_729) % 99_999_999)
const amountOf = (index: number, round: number) => 5_000 + ((index * 104_729 + round * 7_919) % 950_000)

let consumed = 0

/** Reading the last digit forces the engine to build the string, which it otherwise defers. */
function consume(text: string): void {
  consumed += text.charCodeAt(text.length - 1)
}

function encode(index: number, round: number): void {
  const account = accounts[index % 3] ?? accounts[0]
  const dueDate = dueDates[index % 720] ?? parseCalendarDate('2026-01-02')
  const boleto = encodeBoleto({
    account,
    ourNumber: ourNumberOf(index, round),
    amountCentavos: amountOf(index, round),
    dueDate,
  })
  consume(boleto.barcode)
  consume(boleto.digitLine)
  consume(boleto.ourNumber)
}

/** The least work of any program: concatenating the 44 digits, without check digit or digit line. */
function concatenate(index: number, round: number): void {
  const { bank, layout } = accounts[index % 3] ?? accounts[0]
  const amount = String(amountOf(index, round)).padStart(10, '0')
  const ourNumber = String(ourNumberOf(index, round)).padStart(layout.ourNumberLength, '0')
  consume(`${bank}91${1000 + (index % 720)}${amount}${layout.head}${ourNumber}${layout.tail}`)
}

/** Nanoseconds for one billet. */
function measure(work: (index: number, round: number) => void, round: number): number {
  const start = process.hrtime.bigint()
  for (let index = 0; index < PER_ROUND; index++) work(index, round)
  return Number(process.hrtime.bigint() - start) / PER_ROUND
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

export async function benchBoleto(): Promise<BenchResult[]> {
  const sample = accounts.map(account =>
    encodeBoleto({ account, ourNumber: 1, amountCentavos: 100, dueDate: parseCalendarDate('2026-01-02') }),
  )
  const right = sample.every(each => parseDigitLine(formatDigitLine(each.digitLine)) === each.barcode)
  const ours: number[] = []
  const floor: number[] = []
  for (let round = -2; round < ROUNDS; round++) {
    const times = [measure(encode, round + 2), measure(concatenate, round + 2)]
    if (round < 0) continue
    ours.push(times[0] ?? 0)
    floor.push(times[1] ?? 0)
  }
  const encodingsPerSecond = Math.round(1e9 / median(ours))
  return [
    {
      claim: 'boleto: barcode, digit line and our-number with all check digits',
      ratio: median(ours) / median(floor),
      goal: `at least ${GOAL_PER_SECOND} a second on one core`,
      ok: right && encodingsPerSecond >= GOAL_PER_SECOND && Number.isFinite(consumed),
      figures: { encodingsPerSecond, floorPerSecond: Math.round(1e9 / median(floor)) },
    },
  ]
}

if (import.meta.main) {
  for (const { claim, ratio, goal, ok, figures } of await benchBoleto())
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${claim}: ${ratio.toFixed(2)} × (${goal})`, figures)
}
