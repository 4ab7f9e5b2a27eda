import type { Days } from './date-range.tsx'

export type PeriodName = 'all' | '7' | '30' | 'month' | 'custom'

const DAY_MS = 86_400_000

const goBack = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)

/** The days of a named period, which ends today. */
export function startPeriod(name: Exclude<PeriodName, 'custom'>, today: string): Days {
  if (name === 'all') return { from: '', to: '' }
  if (name === 'month') return { from: `${today.slice(0, 8)}01`, to: today }
  return { from: goBack(today, Number(name) - 1), to: today }
}

/** The name of a period; on the 7th and 30th of a month the shorter name is as true. */
export function findPeriod({ from, to }: Days, today: string): PeriodName {
  const names = ['all', '7', '30', 'month'] as const
  const found = names.find(name => {
    const days = startPeriod(name, today)
    return days.from === from && days.to === to
  })
  return found ?? 'custom'
}
