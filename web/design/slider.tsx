import type { JSX } from 'preact'
import { useId } from 'preact/hooks'

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly step: number
  readonly write: (value: number) => string
  readonly onChange: (value: number) => void
}

/** A value between two ends, where about right is right enough; the browser's own, with its keys. */
export function Slider({ label, value, least, most, step, write, onChange }: SliderProps): JSX.Element {
  const id = useId()
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <output for={id}>{write(value)}</output>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={write(value)}
        onInput={event => onChange(Number(event.currentTarget.value))}
      />
      <span class="soft small">{write(least)}</span>
      <span class="soft small">{write(most)}</span>
    </div>
  )
}
