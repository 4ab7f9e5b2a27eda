/** The name that differs from what was typed by the fewest letters, compared word by word; undefined without names. */
export function findNearestName(typed: string, names: readonly string[]): string | undefined {
  const [nearest] = names
    .map(name => ({ name, distance: computeDistance(typed, name) }))
    .toSorted((one, other) => one.distance - other.distance)
  return nearest?.name
}

function computeDistance(typed: string, name: string): number {
  const [words, others] = [typed.split(' '), name.split(' ')]
  const count = Math.max(words.length, others.length)
  return Array.from({ length: count }, (_, at) => countEdits(words[at] ?? '', others[at] ?? '')).reduce(
    (sum, edits) => sum + edits,
    0,
  )
}

/** Levenshtein's distance. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [at, compared] of [...other].entries())
      next.push(
        Math.min((row[at] ?? 0) + (letter === compared ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1),
      )
    row = next
  }
  return row[other.length] ?? 0
}
