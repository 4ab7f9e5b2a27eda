import type { ColourName } from './tokens.ts'

/** `next` is the installment that is asked for now; the mark's point is drawn after it. */
export type InstallmentState = 'paid' | 'late' | 'next' | 'open'

export const RING_COLOURS = {
  paid: 'accent',
  late: 'bad',
  next: 'spark',
  open: 'line',
} as const satisfies Readonly<Record<InstallmentState, ColourName>>

const CENTRE = 50
const RADIUS = 42
export const RING_LINE = 12
/** Between two installments, in degrees, as long as there is room. */
const GAP = 7

/**
 * One line for each installment, clockwise from the top, in a square of 100. Paths have only M and C, which a PDF draws
 * as a browser does.
 */
export function drawRing(count: number): string[] {
  const step = 360 / count
  const gap = count === 1 ? 0 : Math.min(GAP, step * 0.35)
  return Array.from({ length: count }, (_, at) =>
    drawArc(at * step + gap / 2 - 90, (at + 1) * step - gap / 2 - 90),
  )
}

function drawArc(from: number, to: number): string {
  const parts = Math.ceil((to - from) / 90)
  const angle = toRadians(to - from) / parts
  const reach = (4 / 3) * Math.tan(angle / 4) * RADIUS
  let at = toRadians(from)
  let path = `M${writePoint(at, 0, 0)}`
  for (let part = 0; part < parts; part++) {
    const next = at + angle
    path += `C${writePoint(at, -reach * Math.sin(at), reach * Math.cos(at))} ${writePoint(next, reach * Math.sin(next), -reach * Math.cos(next))} ${writePoint(next, 0, 0)}`
    at = next
  }
  return path
}

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180

function writePoint(angle: number, dx: number, dy: number): string {
  const round = (value: number) => String(Math.round(value * 100) / 100)
  return `${round(CENTRE + RADIUS * Math.cos(angle) + dx)} ${round(CENTRE + RADIUS * Math.sin(angle) + dy)}`
}
