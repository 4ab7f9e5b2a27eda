import type { JSX } from 'preact'
import {
  type Composed,
  countOfHundred,
  type Lent,
  layOutComposition,
  nameOrigin,
  namePart,
} from '../../src/brand/composition.ts'
import { writeMoney } from './format.ts'

interface CompositionBarProps {
  /** In reais. */
  readonly parts: readonly Composed[]
  readonly lent: Lent
  /** Bar and sentence only: where the figures stand beside it. */
  readonly isShort?: boolean
}

/** What the credit costs, at a glance: the purchase and each cost, as long as their amounts. The words say the same. */
export function CompositionBar({ parts, lent, isShort = false }: CompositionBarProps): JSX.Element {
  const segments = layOutComposition(parts, 400, 3)
  const share = countOfHundred(parts)
  return (
    <figure class="composition">
      <figcaption>
        De cada <b>R$ 100</b> que você paga, <b>R$ {share}</b> são {nameOrigin(lent)} e{' '}
        <b>R$ {100 - share}</b> são do crédito.
      </figcaption>
      <svg viewBox="0 0 400 20" preserveAspectRatio="none" aria-hidden="true">
        {segments.map(segment => (
          <rect
            key={segment.name}
            class={`part-${segment.name}`}
            x={segment.x}
            width={segment.width}
            height="20"
            rx="4"
          />
        ))}
      </svg>
      {!isShort && (
        <dl>
          {segments.map(segment => (
            <div key={segment.name}>
              <dt>
                <i class={`part-${segment.name}`} aria-hidden="true" />
                {namePart(segment.name, lent)}
              </dt>
              <dd>{writeMoney(segment.value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </figure>
  )
}
