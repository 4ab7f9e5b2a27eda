import type { JSX } from 'preact'
import { type BrandDrawing, LOGO, MARK, WORD } from '../../src/brand/mark.ts'

/** Mark and word; the name is read aloud once. */
export function Logo(): JSX.Element {
  return (
    <svg class="brand-logo" viewBox={`0 0 ${LOGO.width} ${LOGO.height}`} role="img" aria-label="Crediário">
      <g transform={`translate(${LOGO.mark.x} ${LOGO.mark.y})`}>
        <Drawing {...MARK} />
      </g>
      <g transform={`translate(${LOGO.word.x} ${LOGO.word.y})`}>
        <Drawing {...WORD} />
      </g>
    </svg>
  )
}

/** Where the name stands beside it, or there is no room for it. */
export function Mark(): JSX.Element {
  return (
    <svg class="brand-mark" viewBox={`0 0 ${MARK.width} ${MARK.height}`} aria-hidden="true">
      <Drawing {...MARK} />
    </svg>
  )
}

function Drawing({ path, lineWidth, points, spark }: BrandDrawing): JSX.Element {
  return (
    <>
      <path d={path} fill="none" stroke="currentColor" stroke-width={lineWidth} />
      {points.map(({ x, y, radius }) => (
        <circle key={x} cx={x} cy={y} r={radius} fill="currentColor" />
      ))}
      {'path' in spark ? (
        <path class="spark-line" d={spark.path} fill="none" stroke-width={lineWidth} />
      ) : (
        <circle class="spark" cx={spark.x} cy={spark.y} r={spark.radius} />
      )}
    </>
  )
}
