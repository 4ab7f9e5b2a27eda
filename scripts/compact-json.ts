/** JSON without indentation, with a line for each member down to a depth, so that a diff shows what changed. */
export function presentCompactJson(value: unknown, depth: number): string {
  return `${presentMember(value, depth)}\n`
}

function presentMember(value: unknown, depth: number): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${presentMember(member, depth - 1)}`)
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n}`
}
