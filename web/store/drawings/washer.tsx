import type { JSX } from 'preact'
import type { Look } from './drawing.tsx'

export function Washer({ colour }: Look): JSX.Element {
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
