/** Where an arrow key, Home or End leads among parts in a row, around the ends; undefined for other keys. */
export function findByArrow(key: string, at: number, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step =
    key === 'ArrowRight' || key === 'ArrowDown' ? 1 : key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 0
  return step === 0 ? undefined : (at + step + count) % count
}
