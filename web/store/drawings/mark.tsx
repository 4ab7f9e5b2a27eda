import type { JSX } from 'preact'

/** A shop's awning. */
export function Mark(): JSX.Element {
  return (
    <svg width="36" height="36" viewBox="0 0 36 36" aria-hidden="true">
      <rect width="36" height="36" rx="10" fill="#0b6b5d" />
      <path d="M8 12h20l2 6H6z" fill="#fff" />
      <path d="M6 18a3 3 0 006 0 3 3 0 006 0 3 3 0 006 0 3 3 0 006 0z" fill="#f3b765" />
      <path d="M9 23v6h18v-6" fill="none" stroke="#fff" stroke-width="2.4" stroke-linejoin="round" />
    </svg>
  )
}
