import { readdirSync, readFileSync } from 'node:fs'

/** The processes and all that they started, parents first. */
export function listProcessTree(roots: readonly number[]): number[] {
  const childrenOf = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    const parent = Number.isInteger(pid) ? readParent(pid) : undefined
    if (parent !== undefined) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), pid])
  }
  const found = new Set<number>()
  const visit = (pid: number): void => {
    if (found.has(pid)) return
    found.add(pid)
    for (const child of childrenOf.get(pid) ?? []) visit(child)
  }
  for (const root of roots) visit(root)
  return [...found]
}

/** Undefined when the process is gone. */
function readParent(pid: number): number | undefined {
  try {
    // The name stands in parentheses and may hold spaces.
    const rest = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    return Number(rest.split(' ')[1])
  } catch {
    return undefined
  }
}
