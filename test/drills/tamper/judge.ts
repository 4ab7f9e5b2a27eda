import assert from 'node:assert/strict'
import { ledgerCommands } from '../../../src/cli/ledger.ts'
import type { Stage } from './stage.ts'

/**
 * - refused: by the database, and nothing was changed.
 * - no effect: everybody gets and owes what they would have.
 * - noticed: refused or reported by the program, and nobody got more.
 * - withheld: somebody gets less or later, and nothing says so.
 * - hole: money beyond the contracts, another debt that nobody notices, or an account that opens.
 */
export type Verdict = 'refused' | 'no effect' | 'noticed' | 'withheld' | 'hole'

export interface Outcome {
  readonly verdict: Verdict
  readonly noticedBy: readonly string[]
  /** For holes: what happened. */
  readonly detail: string
}

/** What came of a life: who was paid what, and how the purchase reads afterwards. */
export interface Life {
  readonly paid: ReadonlyMap<string, number>
  /** Undefined when it could not be read. */
  readonly figures: Readonly<Record<string, unknown>> | undefined
  /** Requests that were refused and errors that were logged. */
  readonly notices: readonly string[]
}

/** Somebody waits for money; nobody owes or gets another amount. */
const LATER = new Set(['isTransfered', 'isRefunded', 'refundStatus', 'isSettled'])
/** What a purchase that stays where it was has not got yet. */
const NOT_YET = new Set([...LATER, 'status', 'step', 'downPayment', 'installments', 'transferValue'])

/** Compares a life with the same one that nobody disturbed. */
export async function judge(stage: Stage, life: Life, control: Life): Promise<Outcome> {
  const owed = (payee: string): number => control.paid.get(payee) ?? 0
  const beyond = [...life.paid].filter(([payee, centavos]) => centavos > owed(payee))
  const isLess = [...control.paid].some(([payee, centavos]) => (life.paid.get(payee) ?? 0) < centavos)
  const { figures } = life
  const names = Object.keys(control.figures ?? {})
  const changed = figures ? names.filter(name => figures[name] !== control.figures?.[name]) : []
  const noticedBy = [...new Set(life.notices)]
  const isDifferent = beyond.length > 0 || isLess || changed.length > 0
  const fault = isDifferent || noticedBy.length === 0 ? await findFault(stage) : undefined
  if (fault !== undefined) noticedBy.push(`ledger verify: ${fault}`)
  if (beyond.length > 0) {
    const detail = beyond.map(([payee, centavos]) => `${payee} got ${centavos} instead of ${owed(payee)}`)
    return { verdict: 'hole', noticedBy, detail: detail.join('; ') }
  }
  if (noticedBy.length > 0) return { verdict: 'noticed', noticedBy, detail: '' }
  const isStuck = figures?.status === 'PENDING' && control.figures?.status !== 'PENDING'
  const debts = changed.filter(name => !(isStuck ? NOT_YET : LATER).has(name))
  if (debts.length > 0) {
    const detail = debts.map(name => `${name}: ${figures?.[name]} instead of ${control.figures?.[name]}`)
    return { verdict: 'hole', noticedBy, detail: detail.join('; ') }
  }
  return { verdict: isDifferent ? 'withheld' : 'no effect', noticedBy, detail: '' }
}

/** As an operator who runs `ledger verify`. */
export async function findFault({ app }: Stage): Promise<string | undefined> {
  const command = ledgerCommands['ledger verify']
  assert.ok(command)
  try {
    await command.run(app.services, { words: [], options: {}, act: { person: 'Ana', tell: () => {} } })
    return undefined
  } catch (error) {
    return shorten((error as Error).message)
  }
}

interface LoggedError {
  readonly msg?: string
  readonly kind?: string
  readonly err?: { readonly message?: string; readonly aggregateErrors?: readonly { message?: string }[] }
}

export function describeError(line: string): string {
  const { msg, err, kind } = JSON.parse(line) as LoggedError
  const causes = err?.aggregateErrors?.map(({ message }) => message).join('; ') ?? err?.message
  return shorten([kind, msg, causes].filter(Boolean).join(': '))
}

export function describeRefusal(error: unknown): string {
  const { constraint, message = '' } = error as { readonly constraint?: string; readonly message?: string }
  return constraint ?? shorten(message)
}

/** One line without ids and amounts, so that the same notice reads the same. */
const shorten = (text: string): string =>
  (text.split('\n')[0] ?? '').replaceAll(/[0-9a-f]{24,}|\d{5,}/g, '…').slice(0, 140)
