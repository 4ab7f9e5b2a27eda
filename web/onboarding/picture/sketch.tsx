import type { JSX } from 'preact'
import type { PictureKind } from '../../../src/contract/onboarding.ts'

/** Shows what the picture should look like; the words next to it say the same. */
export function Sketch({ kind }: { kind: PictureKind }): JSX.Element {
  return (
    <div class="sketch">
      <svg
        aria-hidden="true"
        viewBox="0 0 240 150"
        width="240"
        height="150"
        fill="none"
        stroke-width="3"
        stroke-linecap="round"
      >
        {kind === 'selfie' ? <Face /> : <Card side={kind} />}
      </svg>
    </div>
  )
}

function Card({ side }: { side: 'front' | 'back' }): JSX.Element {
  return (
    <>
      <rect class="paper" x="30" y="21" width="180" height="108" rx="12" />
      {side === 'front' ? (
        <>
          <rect class="ink" x="46" y="41" width="48" height="60" rx="6" />
          <circle class="ink" cx="70" cy="63" r="9" />
          <path class="ink" d="M53 98c2-14 9-19 17-19s15 5 17 19" />
          <path class="mark" d="M112 48h76M112 68h60M112 88h68M112 108h40" />
        </>
      ) : (
        <>
          <path class="mark" d="M48 46h72M48 66h58M48 86h66" />
          <rect class="ink" x="146" y="42" width="46" height="46" rx="5" />
          <path class="ink" d="M48 112c12-10 20 6 30-3s16 4 26 0" />
        </>
      )}
    </>
  )
}

function Face(): JSX.Element {
  return (
    <>
      <rect class="paper" x="72" y="9" width="96" height="132" rx="14" />
      <ellipse class="mark" cx="120" cy="68" rx="35" ry="45" stroke-dasharray="7 8" />
      <circle class="ink" cx="120" cy="60" r="18" />
      <path class="ink" d="M88 126c3-24 15-34 32-34s29 10 32 34" />
    </>
  )
}
