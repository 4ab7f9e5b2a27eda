import type { JSX } from 'preact'

interface GivenLineProps {
  readonly label: string
  /** Masked. */
  readonly value: string
  onChange(): void
}

/** What the shop gave: left as it is it counts as confirmed, otherwise fields take its place. */
export function GivenLine({ label, value, onChange }: GivenLineProps): JSX.Element {
  return (
    <div class="given">
      <p>
        <span class="soft small">{label}</span>
        <span class="figure">{value}</span>
      </p>
      <button type="button" class="button plain" onClick={onChange}>
        <span>
          Alterar<span class="unseen"> {label}</span>
        </span>
      </button>
    </div>
  )
}
