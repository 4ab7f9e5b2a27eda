import type { Days } from '../design/date-range.tsx'
import { goTo, useQuery } from './route.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The days of a page, kept in its address. Without any the service chooses the last thirty: it knows what day it is. */
export function usePeriod(address: string) {
  const query = new URLSearchParams(useQuery())
  const [from, to] = [query.get('de') ?? '', query.get('ate') ?? '']
  const days: Days | undefined = DAY.test(from) && DAY.test(to) ? { from, to } : undefined
  return {
    query: days === undefined ? '' : new URLSearchParams({ from, to }).toString(),
    change(wanted: Days): void {
      if (wanted.from === '' || wanted.to === '') return
      goTo(`${address}?${new URLSearchParams({ de: wanted.from, ate: wanted.to })}`)
    },
  }
}
