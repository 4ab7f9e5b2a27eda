import type { JSX } from 'preact'
import type { Look } from './drawing.tsx'

export function Stove({ colour }: Look): JSX.Element {
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
