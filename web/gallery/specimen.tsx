import type { ComponentChildren, JSX } from 'preact'
import { Icon } from '../design/icons.tsx'

export interface Advice {
  readonly dos: readonly string[]
  readonly donts: readonly string[]
  readonly motion?: string
  readonly copy?: string
}

interface SpecimenProps extends Advice {
  readonly id: string
  readonly title: string
  readonly children: ComponentChildren
}

/** One part as it is, and how it is meant. */
export function Specimen({ id, title, children, ...advice }: SpecimenProps): JSX.Element {
  return (
    <section class="card stack specimen" id={id} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      {children}
      <div class="advice">
        <Advised kind="good" title="Faça" sentences={advice.dos} />
        <Advised kind="bad" title="Evite" sentences={advice.donts} />
      </div>
      {(advice.motion || advice.copy) && (
        <dl class="notes">
          {advice.motion && (
            <div>
              <dt>Movimento</dt>
              <dd>{advice.motion}</dd>
            </div>
          )}
          {advice.copy && (
            <div>
              <dt>Texto</dt>
              <dd>{advice.copy}</dd>
            </div>
          )}
        </dl>
      )}
    </section>
  )
}

interface AdvisedProps {
  readonly kind: 'good' | 'bad'
  readonly title: string
  readonly sentences: readonly string[]
}

const Advised = ({ kind, title, sentences }: AdvisedProps): JSX.Element => (
  <div class={`advised ${kind}`}>
    <h4>
      <Icon name={kind === 'good' ? 'check' : 'close'} size={18} />
      {title}
    </h4>
    <ul>
      {sentences.map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </div>
)
