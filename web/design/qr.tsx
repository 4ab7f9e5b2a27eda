import type { JSX } from 'preact'

interface QrProps {
  readonly qr: { readonly size: number; readonly path: string }
  readonly label: string
}

export function Qr({ qr, label }: QrProps): JSX.Element {
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path d={qr.path} />
    </svg>
  )
}
