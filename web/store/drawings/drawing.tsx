import type { JSX } from 'preact'
import type { Drawing as DrawingName, StoreOptionValue } from '../../../src/contract/store.ts'

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

function Bicycle({ colour }: Look): JSX.Element {
  return (
    <g fill="none" stroke-linecap="round" stroke-linejoin="round">
      <g stroke="#2b3235" stroke-width="7">
        <circle cx="64" cy="138" r="40" />
        <circle cx="178" cy="138" r="40" />
      </g>
      <g stroke="#8d9a97" stroke-width="1.400">
        <path d="M64 102v72M28 138h72M39 113l50 50M39 163l50-50" />
        <path d="M178 102v72M142 138h72M153 113l50 50M153 163l50-50" />
      </g>
      <circle cx="64" cy="138" r="5" fill="#2b3235" />
      <circle cx="178" cy="138" r="5" fill="#2b3235" />
      <path d="M64 138l36-62h60l18 62M100 76l16 62 44-62M64 138h52" stroke={colour} stroke-width="7.500" />
      <path d="M100 76l16 62M160 76L116 138" stroke="#10201c" stroke-width="7.500" opacity="0.08" />
      <path d="M100 76l-5-18" stroke="#2b3235" stroke-width="5" />
      <path d="M80 56c10-4 22-4 32 0-3 5-24 6-32 0z" fill="#3a2a20" stroke="#3a2a20" stroke-width="4" />
      <path d="M160 76l-6-24h18c9 0 9 11 1 12" stroke="#2b3235" stroke-width="5" />
      <circle cx="116" cy="138" r="11" fill="#d7dedd" stroke="#2b3235" stroke-width="3.500" />
      <path d="M116 138l12 17M122 156h13" stroke="#2b3235" stroke-width="4" />
      <path d="M146 60h22v-16h-22z" fill="#c98a4b" stroke="#8a5a34" stroke-width="2.500" />
      <path d="M149 44c2-10 8-12 12-8M158 43c0-8 5-12 10-10" stroke="#4f8a78" stroke-width="3" />
      <circle cx="161" cy="33" r="4" fill="#e0705c" />
      <circle cx="170" cy="31" r="3.500" fill="#f3b765" />
    </g>
  )
}

function Fridge({ colour }: Look): JSX.Element {
  return (
    <g>
      <path d="M88 172h10v10H88zM142 172h10v10h-10z" fill="#3a4143" />
      <rect x="78" y="14" width="84" height="163" rx="11" fill={colour} />
      <path d="M141 14h10a11 11 0 0111 11v141a11 11 0 01-11 11h-10z" fill="#10201c" opacity="0.07" />
      <path d="M78 70h84v3.5H78z" fill="#10201c" opacity="0.22" />
      <rect x="88" y="42" width="4.5" height="22" rx="2.2" fill="#10201c" opacity="0.45" />
      <rect x="88" y="82" width="4.5" height="38" rx="2.2" fill="#10201c" opacity="0.45" />
      <path d="M78 25a11 11 0 0111-11h30L92 70H78z" fill="#fff" opacity="0.28" />
      <rect x="124" y="92" width="20" height="20" rx="2" fill="#f7d774" />
      <path d="M128 98h12M128 103h8" stroke="#8a6a10" stroke-width="1.6" stroke-linecap="round" />
      <circle cx="134" cy="92" r="2.6" fill="#c9563f" />
      <circle cx="128" cy="130" r="3" fill="#4f9d83" />
      <circle cx="141" cy="136" r="3" fill="#3c7fb1" />
    </g>
  )
}

function Sofa({ colour }: Look): JSX.Element {
  return (
    <g>
      <path d="M44 160l-6 22h7l8-22zM196 160l6 22h-7l-8-22z" fill="#8a5a34" />
      <rect x="42" y="74" width="156" height="76" rx="18" fill={colour} />
      <rect x="42" y="74" width="156" height="76" rx="18" fill="#10201c" opacity="0.1" />
      <rect x="52" y="70" width="67" height="66" rx="14" fill={colour} />
      <rect x="121" y="70" width="67" height="66" rx="14" fill={colour} />
      <path d="M66 71h40a14 14 0 0113 13v4c-18-9-45-9-67 0v-4a14 14 0 0114-13z" fill="#fff" opacity="0.13" />
      <path d="M135 71h40a14 14 0 0113 13v4c-18-9-45-9-67 0v-4a14 14 0 0114-13z" fill="#fff" opacity="0.13" />
      <rect x="50" y="124" width="140" height="26" rx="10" fill={colour} />
      <path d="M50 140h140v0a10 10 0 01-10 10H60a10 10 0 01-10-10z" fill="#10201c" opacity="0.1" />
      <path d="M119 126h2v22h-2z" fill="#10201c" opacity="0.16" />
      <rect x="26" y="98" width="30" height="66" rx="13" fill={colour} />
      <rect x="184" y="98" width="30" height="66" rx="13" fill={colour} />
      <rect x="26" y="98" width="30" height="66" rx="13" fill="#fff" opacity="0.1" />
      <rect x="184" y="98" width="30" height="66" rx="13" fill="#10201c" opacity="0.06" />
      <rect x="50" y="148" width="140" height="16" rx="5" fill={colour} />
      <rect x="50" y="148" width="140" height="16" rx="5" fill="#10201c" opacity="0.16" />
      <rect x="60" y="92" width="36" height="36" rx="7" fill="#f3d9a4" transform="rotate(-12 78 110)" />
      <path
        d="M67 103l24-5M69 112l24-5M71 121l24-5"
        stroke="#c98a4b"
        stroke-width="2"
        stroke-linecap="round"
      />
    </g>
  )
}

function Stove({ colour }: Look): JSX.Element {
  const isDark = colour === '#3a4143'
  const knob = isDark ? '#d7dedd' : '#3a4143'
  return (
    <g>
      <path d="M70 174h12v9H70zM158 174h12v9h-12z" fill="#2b3235" />
      <rect x="60" y="62" width="120" height="114" rx="8" fill={colour} />
      <path d="M160 62h12a8 8 0 018 8v98a8 8 0 01-8 8h-12z" fill="#10201c" opacity="0.08" />
      <path d="M54 56h132l-4 10H58z" fill="#1d2426" />
      <path d="M60 57.500h70l-8 7H62z" fill="#fff" opacity="0.12" />
      <g fill="none" stroke="#4a5557" stroke-width="3" stroke-linecap="round">
        <path d="M68 54h24M108 54h24M148 54h24" />
      </g>
      <path d="M104 50c-3-5 0-8 3-11 1 4 4 5 3 9M130 50c3-5 0-8-3-11-1 4-4 5-3 9" fill="#6fb7d6" />
      <path
        d="M92 22h50a4 4 0 014 4v12a14 14 0 01-14 14h-30a14 14 0 01-14-14V26a4 4 0 014-4z"
        fill="#e0705c"
      />
      <path d="M146 28h18a3 3 0 010 6h-18z" fill="#8f3f30" />
      <path d="M88 26a4 4 0 014-4h12c-5 8-6 18-3 29-8-1-13-7-13-13z" fill="#fff" opacity="0.18" />
      <path
        d="M104 14c-4-4 3-6 0-10M117 14c-4-4 3-6 0-10M130 14c-4-4 3-6 0-10"
        stroke="#9fb0ac"
        stroke-width="2.500"
        fill="none"
        stroke-linecap="round"
      />
      <g fill={knob}>
        <circle cx="76" cy="78" r="4.500" />
        <circle cx="94" cy="78" r="4.500" />
        <circle cx="112" cy="78" r="4.500" />
        <circle cx="130" cy="78" r="4.500" />
        <circle cx="148" cy="78" r="4.500" />
        <circle cx="165" cy="78" r="3" />
      </g>
      <rect x="70" y="90" width="100" height="76" rx="6" fill="#10201c" opacity={isDark ? 0.35 : 0.1} />
      <rect x="80" y="108" width="80" height="46" rx="5" fill="#2b3235" />
      <rect x="84" y="112" width="72" height="38" rx="3" fill="#f0a95a" opacity="0.55" />
      <path d="M104 140c0-9 7-13 16-13s16 4 16 13z" fill="#c98a4b" />
      <path d="M98 141h44" stroke="#5d3b1d" stroke-width="3" stroke-linecap="round" />
      <path d="M84 112h26l-18 38h-8z" fill="#fff" opacity="0.12" />
      <rect x="80" y="97" width="80" height="4.500" rx="2.200" fill={knob} />
    </g>
  )
}

const SCALES: Readonly<Record<string, number>> = { '43': 0.84, '50': 0.93, '55': 1.02 }

/** As large as its size, on the same sideboard. */
function Television({ first }: Look): JSX.Element {
  const scale = SCALES[first] ?? 1
  return (
    <g>
      <path d="M52 176h8v8h-8zM180 176h8v8h-8z" fill="#6e4526" />
      <rect x="34" y="146" width="172" height="32" rx="5" fill="#a8713f" />
      <path d="M34 158h172v2H34zM119 160h2v18h-2z" fill="#10201c" opacity="0.2" />
      <circle cx="112" cy="169" r="2.200" fill="#f3d9a4" />
      <circle cx="128" cy="169" r="2.200" fill="#f3d9a4" />
      <g transform={`translate(120 146) scale(${scale})`}>
        <path d="M-34 0l8-9h52l8 9z" fill="#2b3235" />
        <rect x="-90" y="-112" width="180" height="105" rx="6" fill="#1d2426" />
        <rect x="-85" y="-107" width="170" height="95" rx="3" fill="#f6c587" />
        <circle cx="32" cy="-66" r="19" fill="#fff3d6" />
        <path d="M-85-50c28-26 52-18 72-4s46 12 98-16v55a3 3 0 01-3 3H-82a3 3 0 01-3-3z" fill="#d97f5d" />
        <path d="M-85-34c34-16 62-10 88 0s50 4 82-10v29a3 3 0 01-3 3H-82a3 3 0 01-3-3z" fill="#4f8a78" />
        <path d="M-85-22c40-8 80-6 170-2v9a3 3 0 01-3 3H-82a3 3 0 01-3-3z" fill="#2f5d55" />
        <path d="M-85-104a3 3 0 013-3h52l-46 95h-6a3 3 0 01-3-3z" fill="#fff" opacity="0.12" />
      </g>
      <path d="M192 146v-14h10v14z" fill="#d97f5d" />
      <path
        d="M197 132c-8-6-8-16-2-22 4 7 5 14 2 22zM197 132c1-9 6-14 13-14 0 8-5 13-13 14z"
        fill="#4f8a78"
      />
    </g>
  )
}

function Washer({ colour }: Look): JSX.Element {
  return (
    <g>
      <path d="M72 172h12v10H72zM156 172h12v10h-12z" fill="#3a4143" />
      <rect x="62" y="34" width="116" height="142" rx="11" fill={colour} />
      <path d="M156 34h11a11 11 0 0111 11v120a11 11 0 01-11 11h-11z" fill="#10201c" opacity="0.06" />
      <path d="M62 62h116v2.5H62z" fill="#10201c" opacity="0.18" />
      <rect x="72" y="43" width="34" height="11" rx="3" fill="#10201c" opacity="0.14" />
      <circle cx="128" cy="48.500" r="6" fill="#0b6b5d" />
      <path d="M128 44v4.500" stroke="#fff" stroke-width="2" stroke-linecap="round" />
      <rect x="142" y="43" width="26" height="11" rx="3" fill="#143029" />
      <path d="M147 48.500h10" stroke="#5fd6bf" stroke-width="2" stroke-linecap="round" />
      <circle cx="120" cy="118" r="43" fill="#c5cfd2" />
      <circle cx="120" cy="118" r="35" fill="#2f4a57" />
      <path d="M85 122c10-8 20-2 32 1s24 0 38-7a35 35 0 01-70 6z" fill="#6fb7d6" />
      <path d="M92 133c12-6 20 0 30 1s18-2 28-5a35 35 0 01-58 4z" fill="#a9dcee" opacity="0.7" />
      <path d="M100 121c4-11 17-10 21-3 4 7 12 7 14 1 3 13-9 20-18 17-9-3-19-3-17-15z" fill="#e0705c" />
      <circle cx="104" cy="112" r="3.500" fill="#fff" opacity="0.85" />
      <circle cx="112" cy="105" r="2.300" fill="#fff" opacity="0.85" />
      <circle cx="136" cy="108" r="2.800" fill="#fff" opacity="0.85" />
      <path
        d="M94 100a33 33 0 0118-14"
        stroke="#fff"
        stroke-width="4"
        stroke-linecap="round"
        fill="none"
        opacity="0.5"
      />
    </g>
  )
}
