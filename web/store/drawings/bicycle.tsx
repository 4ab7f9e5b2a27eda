import type { JSX } from 'preact'
import type { Look } from './drawing.tsx'

export function Bicycle({ colour }: Look): JSX.Element {
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
