import { invalidParameter } from '../../../contract/parameter-errors.ts'
import { addDays, addMonths, type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { Refused } from '../../../kernel/faults.ts'
import { writeReais } from '../../../kernel/money.ts'
import { preparePlan, startPlan } from '../../servicing/index.ts'
import type { CaseSubject, PreparedEffect, PrepareEffect } from './effect.ts'

/** From the first to the last day of a plan (CDC, art. 104-A and 104-B §4). */
const MOST_MONTHS = 60
/** From the decision to the first installment of what a judge orders (CDC, art. 104-B §4). */
const MOST_DAYS_TO_FIRST = 180

/** What creditor and customer agreed on before a conciliator: it may forgive anything. */
export const prepareFollowAgreedPlan: PrepareEffect = subject => preparePlanOf(subject, 'agreed')

/** What a judge ordered: the law keeps at least the principal. */
export const prepareFollowCourtPlan: PrepareEffect = subject => preparePlanOf(subject, 'ordered')

async function preparePlanOf(
  { app, tx, terms: decided, purchase }: CaseSubject,
  made: 'agreed' | 'ordered',
): Promise<PreparedEffect> {
  const { amountCentavos: installmentCentavos, effectiveOn: firstDueDate, installments } = decided
  if (installmentCentavos === null || firstDueDate === null || installments === null)
    throw new Error('a plan has a number of installments, their amount and a first day')
  if (purchase.renegotiates !== undefined)
    throw new Refused('the contract is a renegotiation: end it first, then make the plan for the purchase')
  const today = calendarDateAt(app.clock.now())
  checkFirstDay(made, today, firstDueDate)
  checkLastDay(today, addMonths(firstDueDate, installments - 1))
  const wanted = { numberOfInstallments: installments, installmentCentavos, firstDueDate }
  const { debtCentavos, principalCentavos, terms } = await preparePlan(app, tx, purchase, wanted)
  const totalCentavos = installments * installmentCentavos
  if (made === 'ordered' && totalCentavos < principalCentavos)
    throw invalidParameter(
      'amount',
      `gives ${writeReais(totalCentavos)} in all: the plan of a court keeps at least the principal, ${writeReais(principalCentavos)}`,
    )
  if (terms === undefined)
    throw invalidParameter(
      'amount',
      `gives ${writeReais(totalCentavos)} for a debt of ${writeReais(debtCentavos)}: no rate from 0 to the contract's has these installments`,
    )
  return {
    amountCentavos: debtCentavos,
    async apply() {
      await startPlan(app, tx, purchase, terms)
      return { state: 'DONE' }
    },
  }
}

/** The court decided before the desk did, so that no day within the law is refused. */
function checkFirstDay(made: 'agreed' | 'ordered', today: CalendarDate, firstDueDate: CalendarDate): void {
  if (firstDueDate <= today) throw invalidParameter('day', `must be ${addDays(today, 1)} or later`)
  const latest = addDays(today, MOST_DAYS_TO_FIRST)
  if (made === 'ordered' && firstDueDate > latest)
    throw invalidParameter(
      'day',
      `must be from ${addDays(today, 1)} to ${latest}, ${MOST_DAYS_TO_FIRST} days after the decision`,
    )
}

function checkLastDay(today: CalendarDate, last: CalendarDate): void {
  const end = addMonths(today, MOST_MONTHS)
  if (last > end)
    throw invalidParameter(
      'installments',
      `ends the plan on ${last}: it must end by ${end}, in ${MOST_MONTHS} months`,
    )
}
