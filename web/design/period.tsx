import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { DateRange, type Days } from './date-range.tsx'
import { findPeriod, type PeriodName, startPeriod } from './periods.ts'
import { Segmented } from './segmented.tsx'

interface PeriodProps {
  /** YYYY-MM-DD, by the clock of the service. */
  readonly today: string
  readonly days: Days
  readonly onChange: (days: Days) => void
  /** The word for no limit; undefined: a period must be chosen. */
  readonly all?: string
}

/** 7 d · 30 d · mês · personalizado, at the top of a page whose figures belong to days. */
export function Period({ today, days, onChange, all }: PeriodProps): JSX.Element {
  const [isCustom, setCustom] = useState(false)
  const found = isCustom ? 'custom' : findPeriod(days, today)
  const options: (readonly [PeriodName, string])[] = [
    ...(all === undefined ? [] : [['all', all] as const]),
    ['7', '7 d'],
    ['30', '30 d'],
    ['month', 'Mês'],
    ['custom', 'Personalizado'],
  ]
  return (
    <div class="period">
      <Segmented
        label="Período"
        value={found}
        options={options}
        onChange={wanted => {
          setCustom(wanted === 'custom')
          if (wanted !== 'custom') onChange(startPeriod(wanted, today))
        }}
      />
      {found === 'custom' && <DateRange legend="Período personalizado" days={days} onChange={onChange} />}
    </div>
  )
}
