import type { JSX } from 'preact'

const PATHS = {
  check: 'M4.5 12.5l5 5 10-11',
  alert: 'M12 8v5m0 3.5v.01M12 3.5l9 16H3z',
  info: 'M12 11v5.5m0-9v.01M12 3a9 9 0 100 18 9 9 0 000-18z',
  camera:
    'M4 8h3.5l1.5-2.5h6L16.5 8H20a1 1 0 011 1v9a1 1 0 01-1 1H4a1 1 0 01-1-1V9a1 1 0 011-1zm8 2.25a3.25 3.25 0 100 6.5 3.25 3.25 0 000-6.5z',
  file: 'M12 16V5m0 0L7.5 9.5M12 5l4.5 4.5M4 15.5V19a1 1 0 001 1h14a1 1 0 001-1v-3.5',
  download: 'M12 4v11m0 0l4.5-4.5M12 15l-4.5-4.5M4 15.5V19a1 1 0 001 1h14a1 1 0 001-1v-3.5',
  copy: 'M9 9h10a1 1 0 011 1v10a1 1 0 01-1 1H9a1 1 0 01-1-1V10a1 1 0 011-1zm-4 6a1 1 0 01-1-1V4a1 1 0 011-1h10a1 1 0 011 1',
  calendar: 'M5 6h14a1 1 0 011 1v12a1 1 0 01-1 1H5a1 1 0 01-1-1V7a1 1 0 011-1zm-1 5h16M8 3.500v4m8-4v4',
  clock: 'M12 7v5l3.5 2M12 3a9 9 0 100 18 9 9 0 000-18z',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M14.5 5.5L8 12l6.5 6.5',
  phone: 'M8 3h8a1 1 0 011 1v16a1 1 0 01-1 1H8a1 1 0 01-1-1V4a1 1 0 011-1zm3 15h2',
  lock: 'M6 11h12a1 1 0 011 1v7a1 1 0 01-1 1H6a1 1 0 01-1-1v-7a1 1 0 011-1zm2 0V8a4 4 0 018 0v3',
} as const

export type IconName = keyof typeof PATHS

/** Always next to words with the same meaning, so it is hidden from screen readers. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }): JSX.Element {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
