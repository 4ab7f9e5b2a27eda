import type { JSX } from 'preact'
import type { Look } from './drawing.tsx'

const SCALES: Readonly<Record<string, number>> = { '43': 0.84, '50': 0.93, '55': 1.02 }

/** As large as its size, on the same sideboard. */
export function Television({ first }: Look): JSX.Element {
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
