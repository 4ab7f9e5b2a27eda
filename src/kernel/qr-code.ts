import { create } from 'qrcode'

/** Light cells that a reader needs on every side. */
const QUIET_CELLS = 4

interface QrCode {
  /** Cells on a side, the quiet zone included. */
  readonly size: number
  /** Dark cells side by side, as one bar each. */
  readonly bars: readonly { readonly x: number; readonly y: number; readonly width: number }[]
}

export function computeQrCode(text: string): QrCode {
  // Byte mode only: searching for a shorter encoding takes longer than all the rest and saves almost nothing in a Pix
  // code.
  const segments = [{ data: Buffer.from(text), mode: 'byte' as const }]
  const { size, data } = create(segments, { errorCorrectionLevel: 'M' }).modules
  const bars: { x: number; y: number; width: number }[] = []
  for (let y = 0; y < size; y++) {
    let x = 0
    while (x < size) {
      const start = x
      while (x < size && data[y * size + x]) x++
      if (x > start) bars.push({ x: start + QUIET_CELLS, y: y + QUIET_CELLS, width: x - start })
      x++
    }
  }
  return { size: size + 2 * QUIET_CELLS, bars }
}

/** PDF path of rectangles; the unit is one cell. */
export function computeQrPath({ bars }: QrCode): string {
  return bars.map(({ x, y, width }) => `${x} ${y} ${width} 1 re`).join(' ')
}

/** The `d` attribute of an SVG path whose view box has this size on each side. */
export function computeQrSvg(text: string): { readonly size: number; readonly path: string } {
  const { size, bars } = computeQrCode(text)
  return { size, path: bars.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('') }
}
