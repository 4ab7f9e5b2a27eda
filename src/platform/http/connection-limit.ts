import { readFileSync } from 'node:fs'

/** As much as the program itself needs at most: connections to the database and to partners, pipes, files. */
const MOST_RESERVED = 1_024

/**
 * How many connections a server may accept, so that a client that opens all it can never takes the last descriptor: then the
 * program could neither reach its database nor read a file. Undefined where the system does not tell the limit.
 */
export function computeMostConnections(descriptorLimit: number | undefined): number | undefined {
  if (descriptorLimit === undefined) return undefined
  return descriptorLimit - Math.min(Math.ceil(descriptorLimit / 2), MOST_RESERVED)
}

/** Undefined where there is no limit, or none that can be read. */
export function findDescriptorLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}
