import type { JSX } from 'preact'

/** The current step; the words state it, the bars only illustrate it. */
export function StepProgress(props: { step: number; steps: number; name: string }): JSX.Element {
  const { step, steps, name } = props
  return (
    <div class="stack stack-tight">
      <p class="soft small">
        Etapa {step} de {steps}: {name}
      </p>
      <div class="steps" aria-hidden="true">
        {Array.from({ length: steps }, (_, index) => (
          <i key={index} class={index < step ? 'done' : ''} />
        ))}
      </div>
    </div>
  )
}

export function ProgressBar({ label, share }: { label: string; share: number }): JSX.Element {
  const percent = Math.round(share * 100)
  return (
    <div
      class="bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <i style={{ width: `${percent}%` }} />
    </div>
  )
}
