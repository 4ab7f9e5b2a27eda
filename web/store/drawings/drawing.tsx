import type { JSX } from 'preact'
import type { Drawing as DrawingName, StoreOptionValue } from '../../../src/contract/store.ts'
import { Bicycle } from './bicycle.tsx'
import { Fridge } from './fridge.tsx'
import { Sofa } from './sofa.tsx'
import { Stove } from './stove.tsx'
import { Television } from './television.tsx'
import { Washer } from './washer.tsx'

export interface Look {
  /** The colour that was chosen. */
  readonly colour: string
  /** Id of the chosen value of the first option, which may be a size. */
  readonly first: string
}

const DRAWINGS: Readonly<Record<DrawingName, (look: Look) => JSX.Element>> = {
  fridge: Fridge,
  stove: Stove,
  washer: Washer,
  sofa: Sofa,
  television: Television,
  bicycle: Bicycle,
}

interface DrawingProps {
  readonly name: DrawingName
  readonly values: readonly StoreOptionValue[]
}

/** Decoration: the words beside it say what it is. */
export function Drawing({ name, values }: DrawingProps): JSX.Element {
  const colour = values.find(value => value.colour !== undefined)?.colour ?? '#f3f5f4'
  const Shape = DRAWINGS[name]
  return (
    <div class={`tile tile-${name}`}>
      <svg viewBox="0 0 240 200" aria-hidden="true">
        <ellipse cx="120" cy="183" rx="86" ry="8" fill="#10201c" opacity="0.12" />
        <Shape colour={colour} first={values[0]?.id ?? ''} />
      </svg>
    </div>
  )
}
