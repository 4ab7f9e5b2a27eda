import { createHash } from 'node:crypto'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { InputError } from '../../kernel/faults.ts'
import type { Centavos } from '../../kernel/money.ts'

export type LineCategory = 'collection' | 'pix' | 'fee' | 'other'

/** One movement of an account, as its bank wrote it. */
export interface StatementLine {
  readonly postedOn: CalendarDate
  /** A credit is positive, a debit negative. */
  readonly amountCentavos: Centavos
  readonly category: LineCategory
  readonly history: string
  readonly document: string
}

/** What a bank says about one account and a period. */
export interface BankStatement {
  readonly bank: string
  /** Empty where the bank does not say. */
  readonly agency: string
  /** Digits only; some banks write agency and check digit into it. */
  readonly account: string
  readonly firstDay: CalendarDate
  readonly lastDay: CalendarDate
  readonly openingCentavos: Centavos
  readonly closingCentavos: Centavos
  readonly lines: readonly StatementLine[]
}

export const sumLines = (lines: readonly StatementLine[]): Centavos =>
  lines.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)

/** The amounts of a statement must agree with one another before any of it is used. */
export function checkStatement(statement: BankStatement): BankStatement {
  const { firstDay, lastDay, openingCentavos, closingCentavos, lines } = statement
  if (firstDay > lastDay) throw new InputError(`the statement ends on ${lastDay}, before ${firstDay}`)
  for (const { postedOn, amountCentavos } of lines) {
    if (amountCentavos === 0) throw new InputError('a line moves no money')
    if (postedOn < firstDay || postedOn > lastDay)
      throw new InputError(`a line of ${postedOn} lies outside of ${firstDay} to ${lastDay}`)
  }
  const computed = openingCentavos + sumLines(lines)
  if (computed !== closingCentavos)
    throw new InputError(
      `it does not add up: ${openingCentavos} centavos and its lines are ${computed}, but it closes with ${closingCentavos}`,
    )
  return statement
}

const DIGEST_LENGTH = 12
const hash = (content: unknown): Buffer => createHash('sha256').update(JSON.stringify(content)).digest()

/** Of everything that the bank said, without the numbers of its file. */
export const computeContentHash = (statement: BankStatement): Buffer => hash(statement)

/** Names each line once, whatever its file was called: `statement:bank:account:day:position:digest`. */
export function nameLine({ bank, account, lines }: BankStatement, position: number): string {
  const line = lines[position]
  const digest = hash(line).toString('hex').slice(0, DIGEST_LENGTH)
  return `statement:${bank}:${account}:${line?.postedOn}:${position + 1}:${digest}`
}
