import type { JSX } from 'preact'
import { drawRing, type InstallmentState, RING_LINE } from '../../src/brand/ring.ts'

/** One line for each installment. What it shows stands in the words inside it and is read aloud as one sentence. */
export function InstallmentRing({ states }: { states: readonly InstallmentState[] }): JSX.Element {
  const paths = drawRing(states.length)
  const count = (wanted: InstallmentState): number => states.filter(state => state === wanted).length
  const [paid, late] = [count('paid'), count('late')]
  const label = `${paid} de ${states.length} parcelas pagas${late > 0 ? `, ${late} em atraso` : ''}`
  return (
    <div class="ring" role="img" aria-label={label}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        {paths.map((path, at) => (
          <path
            key={path}
            class={`is-${states[at] ?? 'open'}`}
            d={path}
            fill="none"
            stroke-width={RING_LINE}
          />
        ))}
      </svg>
      <p aria-hidden="true">
        <strong>
          {paid}
          <span> de {states.length}</span>
        </strong>
        {late > 0 ? `${late} em atraso` : paid === states.length ? 'tudo pago' : 'pagas'}
      </p>
    </div>
  )
}
