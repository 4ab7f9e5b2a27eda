import type { JSX } from 'preact'
import type { Look } from './drawing.tsx'

export function Sofa({ colour }: Look): JSX.Element {
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
