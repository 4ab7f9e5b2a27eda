import type { JSX } from 'preact'
import type { PictureKind } from '../../../src/contract/onboarding.ts'

/** What the picture should look like, for those who see it; the words beside say the same. */
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
      <ellipse class="paper" cx="120" cy="75" rx="50" ry="64" />
      <path class="ink" d="M92 66c0-22 12-34 28-34s28 12 28 34c0 26-12 44-28 44s-28-18-28-44z" />
      <path class="mark" d="M109 66v3M131 66v3M110 90c6 6 14 6 20 0" />
    </>
  )
}
