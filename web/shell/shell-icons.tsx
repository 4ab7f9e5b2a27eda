import type { JSX } from 'preact'

/** Lines of 24 × 24, for what staff work with; pages of customers have their own few, and load none of these. */
const PATHS = {
  person: 'M12 4a4 4 0 100 8 4 4 0 000-8zM4.5 20c.8-3.4 3.8-5.5 7.5-5.5s6.7 2.1 7.5 5.5',
  invoice: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  money: 'M3 7h18v10H3zM12 9.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5zM6 10v.01M18 14v.01',
  barcode: 'M4 5v14M7.5 5v14M10 5v14M13.5 5v14M16 5v14M20 5v14',
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  bag: 'M6 8h12l1 12H5zM9 8a3 3 0 016 0',
  link: 'M10 14a4 4 0 005.7 0l3-3a4 4 0 00-5.7-5.7l-1 1M14 10a4 4 0 00-5.7 0l-3 3a4 4 0 005.7 5.7l1-1',
  slider: 'M4 8h9M17 8h3M15 5.5v5M4 16h3M11 16h9M9 13.5v5',
  plug: 'M9 3v5M15 3v5M6.5 8h11v3a5.5 5.5 0 01-11 0zM12 16.5V21',
  brush: 'M4 20c3 0 4-1.5 4-3.5a2.5 2.5 0 015 0C13 19 9.5 20 4 20zM11 14L19 4.5 20.5 6 13 15',
  people:
    'M9 5a3.2 3.2 0 100 6.4A3.2 3.2 0 009 5zM2.5 19c.7-3 3.2-4.8 6.5-4.8s5.8 1.8 6.5 4.8M15.5 5.3a3.2 3.2 0 010 5.8M17.5 14.6c2 .7 3.4 2.2 4 4.4',
  leaving: 'M12 19V5m0 0L6.5 10.5M12 5l5.5 5.5',
  contract: 'M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5',
  approval: 'M3 12.5l4 4 8-9M11.5 16l.5.5 8-9',
  shield: 'M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6zM8.5 12l2.5 2.5 4.5-5',
  book: 'M6.5 3H20v15H6.5A2.5 2.5 0 004 20.5v-15A2.5 2.5 0 016.5 3zM4 20.5A2.5 2.5 0 006.5 21H20M8.5 8h7M8.5 12h7',
  handover: 'M4 8h13m0 0l-4-4m4 4l-4 4M20 16H7m0 0l4-4m-4 4l4 4',
  ledger: 'M5 4h14v16H5zM9 4v16M12 8.5h4M12 12.5h4',
  flag: 'M6 21V4h12l-3 4.5 3 4.5H6',
  key: 'M14.5 3.5a5 5 0 11-3 9L5 19v1.5H8V18h2v-2h2l1.5-1.5M16 8v.01',
  search: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.5 15.5L20 20',
  more: 'M5 12v.01M12 12v.01M19 12v.01',
  widen: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  leave: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  keyboard: 'M3 6h18v12H3zM7 10v.01M11 10v.01M15 10v.01M8 14h8',
} as const

export type ShellIconName = keyof typeof PATHS

/** Beside its word, so that it is hidden from screen readers. */
export function ShellIcon({ name, size = 20 }: { name: ShellIconName; size?: number }): JSX.Element {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width={name === 'more' ? 3 : 1.75}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
