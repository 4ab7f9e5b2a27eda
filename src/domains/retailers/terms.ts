import { isCnpj, isSameCompany, parseCnpj } from '../../brazil/cnpj.ts'
import { COST_BEARERS, type CostBearer } from '../../contract/cancel.ts'
import { InputError } from '../../kernel/faults.ts'
import { type PayoutAccount, type PayoutAccountText, parsePayoutAccount } from './payee.ts'
import { DEFAULT_SCHEDULE, parseSchedule, SCHEDULE_SENTENCE, type Schedule } from './schedule.ts'

/** Who a retailer is, where its money goes and when. */
export interface Terms {
  readonly legalName: string | undefined
  readonly cnpj: string | undefined
  readonly schedule: Schedule
  /** Why it may not sell. */
  readonly suspension: string | undefined
  /** Who bears the interest and the tax of a purchase that the retailer cancels after its transfer. */
  readonly cancellationCosts: CostBearer
  readonly account: PayoutAccount | undefined
  readonly accountChangedAt: Date | undefined
}

/** Requested changes, as typed. Absent: as before. */
export interface TermsChanges {
  readonly legalName?: string | undefined
  readonly cnpj?: string | undefined
  readonly schedule?: string | undefined
  readonly account?: PayoutAccountText | undefined
  /** Null lifts it. */
  readonly suspension?: string | null | undefined
  readonly cancellationCosts?: string | undefined
}

const LONGEST_NAME = 140
const LONGEST_REASON = 500
const WRITABLE = /^[^\p{C}]+$/u

export const NO_TERMS: Terms = {
  legalName: undefined,
  cnpj: undefined,
  schedule: DEFAULT_SCHEDULE,
  suspension: undefined,
  cancellationCosts: 'RETAILER',
  account: undefined,
  accountChangedAt: undefined,
}

/** Throws InputError when the changed terms are invalid: a payee needs a name and a CNPJ. */
export function computeTerms(before: Terms, changes: TermsChanges, now: Date): Terms {
  const legalName = changes.legalName === undefined ? before.legalName : parseLegalName(changes.legalName)
  const cnpj = changes.cnpj === undefined ? before.cnpj : parseOwnCnpj(changes.cnpj)
  const schedule = changes.schedule === undefined ? before.schedule : parseSchedule(changes.schedule)
  if (schedule === undefined) throw new InputError(SCHEDULE_SENTENCE, { field: 'schedule' })
  const suspension = changes.suspension === undefined ? before.suspension : parseReason(changes.suspension)
  const cancellationCosts =
    changes.cancellationCosts === undefined
      ? before.cancellationCosts
      : parseBearer(changes.cancellationCosts)
  const rest = { legalName, cnpj, schedule, suspension, cancellationCosts }
  if (changes.account === undefined) {
    if (before.account !== undefined && cnpj !== undefined && !isSameCompany(before.account.document, cnpj))
      throw new InputError(
        'does not belong to the same company as the account: give an account of that company too',
        {
          field: 'cnpj',
        },
      )
    return { ...rest, account: before.account, accountChangedAt: before.accountChangedAt }
  }
  if (legalName === undefined)
    throw new InputError('is missing: an account has a holder', { field: 'legalName' })
  if (cnpj === undefined || !isCnpj(cnpj))
    throw new InputError('is missing or wrong: an account has a holder', { field: 'cnpj' })
  const account = parsePayoutAccount(changes.account, cnpj)
  return {
    ...rest,
    account,
    accountChangedAt: isSame(account, before.account) ? before.accountChangedAt : now,
  }
}

/** These determine the payee, or what a retailer is spared, so two people decide; one person may change the others. */
export function needsSecondPerson({ legalName, cnpj, account, cancellationCosts }: TermsChanges): boolean {
  return [legalName, cnpj, account, cancellationCosts].some(each => each !== undefined)
}

const isSame = (one: PayoutAccount, other: PayoutAccount | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

function parseLegalName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > LONGEST_NAME || !WRITABLE.test(name))
    throw new InputError(`must have 1 to ${LONGEST_NAME} characters`, { field: 'legalName' })
  return name
}

function parseOwnCnpj(text: string): string {
  const cnpj = parseCnpj(text)
  if (cnpj === undefined)
    throw new InputError('must be a CNPJ with its check digits, such as 11.222.333/0001-81', {
      field: 'cnpj',
    })
  return cnpj
}

function parseBearer(text: string): CostBearer {
  const bearer = COST_BEARERS.find(each => each === text.toUpperCase())
  if (bearer === undefined) throw new InputError('must be retailer or lender', { field: 'cancellationCosts' })
  return bearer
}

function parseReason(text: string | null): string | undefined {
  if (text === null) return undefined
  const reason = text.trim()
  if (reason === '' || reason.length > LONGEST_REASON || !WRITABLE.test(reason))
    throw new InputError(`must have 1 to ${LONGEST_REASON} characters`, { field: 'suspension' })
  return reason
}
