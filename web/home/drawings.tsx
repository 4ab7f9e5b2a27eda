import type { ComponentChildren, JSX } from 'preact'
import { drawRing, RING_LINE } from '../../src/brand/ring.ts'

export type HomeDrawing = 'shop' | 'account' | 'reference' | 'desk'

const SHAPES: Readonly<Record<HomeDrawing, () => JSX.Element>> = {
  shop: Shop,
  account: Account,
  reference: Reference,
  desk: Desk,
}

/** Decoration on a tile of its own colour: the words below it say where it leads. */
export function Drawn({ name }: { name: HomeDrawing }): JSX.Element {
  const Shape = SHAPES[name]
  return (
    <div class={`drawn drawn-${name}`}>
      <svg viewBox="0 0 200 120" aria-hidden="true">
        <Shape />
      </svg>
    </div>
  )
}

const AWNING = [0, 1, 2, 3, 4]

function Shop(): JSX.Element {
  return (
    <>
      <Ground />
      <rect class="of-card" x="50" y="44" width="100" height="62" rx="4" />
      <path class="of-shade" d="M138 44h8a4 4 0 014 4v54a4 4 0 01-4 4h-8z" />
      <path class="of-accent" d="M52 18h96l10 24H42z" />
      {AWNING.map(at => (
        <path
          key={at}
          class={at % 2 === 0 ? 'of-accent' : 'of-raised'}
          d={`M${42 + at * 23.2} 42h23.2v6a11.600 11.600 0 01-23.2 0z`}
        />
      ))}
      <rect class="of-wash" x="60" y="64" width="46" height="28" rx="3" />
      <path class="of-raised" d="M66 86l8-12h10l8 12zM92 72h8v14h-8z" />
      <rect class="of-ink" x="116" y="64" width="22" height="42" rx="3" />
      <circle class="spark" cx="121" cy="86" r="2.200" />
    </>
  )
}

const PAID = 4

function Account(): JSX.Element {
  return (
    <>
      <Ground />
      <rect class="of-ink" x="70" y="6" width="60" height="102" rx="10" />
      <rect class="of-card" x="74" y="12" width="52" height="90" rx="6" />
      <g transform="translate(82 20) scale(0.36)">
        {drawRing(6).map((path, at) => (
          <path
            key={path}
            class={at < PAID ? 'line-accent' : at === PAID ? 'spark-line' : 'line-soft'}
            d={path}
            fill="none"
            stroke-width={RING_LINE}
          />
        ))}
      </g>
      <path class="line-soft" d="M82 68h36M82 76h22" stroke-width="4" stroke-linecap="round" />
      <rect class="of-accent" x="82" y="86" width="36" height="10" rx="5" />
    </>
  )
}

function Reference(): JSX.Element {
  return (
    <>
      <Ground />
      <rect class="of-card" x="42" y="14" width="116" height="88" rx="8" />
      <path class="of-wash" d="M42 22a8 8 0 018-8h100a8 8 0 018 8v8H42z" />
      <circle class="of-accent" cx="52" cy="22" r="2.600" />
      <circle class="spark" cx="61" cy="22" r="2.600" />
      <Lines>
        <path class="line-accent" d="M54 44h20" />
        <path class="line-ink" d="M82 44h44" />
        <path class="line-soft" d="M62 56h30M62 68h52M62 80h24" />
        <path class="line-spark" d="M100 56h26M94 80h14" />
        <path class="line-accent" d="M54 92h12" />
      </Lines>
    </>
  )
}

function Desk(): JSX.Element {
  return (
    <>
      <Ground />
      <rect class="of-card" x="40" y="22" width="88" height="60" rx="8" transform="rotate(-5 84 52)" />
      <g transform="rotate(-5 84 52)">
        <rect class="of-wash" x="48" y="30" width="30" height="38" rx="5" />
        <circle class="of-accent" cx="63" cy="44" r="7" />
        <path class="of-accent" d="M51 66c1-9 6-13 12-13s11 4 12 13z" />
        <Lines>
          <path class="line-ink" d="M86 38h32" />
          <path class="line-soft" d="M86 50h24M86 62h30" />
        </Lines>
      </g>
      <circle class="of-raised" cx="138" cy="78" r="25" />
      <circle class="of-good" cx="138" cy="78" r="20" />
      <path
        class="line-raised"
        d="M128 79l7 7 13-15"
        fill="none"
        stroke-width="5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </>
  )
}

const Ground = (): JSX.Element => <ellipse class="of-shade" cx="100" cy="108" rx="70" ry="6" />

function Lines({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <g fill="none" stroke-width="4" stroke-linecap="round">
      {children}
    </g>
  )
}
