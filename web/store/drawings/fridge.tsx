import type { JSX } from 'preact'
import type { Look } from './drawing.tsx'

export function Fridge({ colour }: Look): JSX.Element {
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
