/** Replaces node:test during mutation runs: it only records the tests, which then run many times in one process. */
export interface CollectedFile {
  readonly tests: { readonly name: string; readonly run: Step }[]
  readonly before: Step[]
  readonly beforeEach: Step[]
  readonly afterEach: Step[]
  readonly after: Step[]
}

type Step = () => unknown

let current = newFile()
let group = ''

function newFile(): CollectedFile {
  return { tests: [], before: [], beforeEach: [], afterEach: [], after: [] }
}

export function test(name: string, run: Step): void {
  current.tests.push({ name: group + name, run })
}

export function describe(name: string, declare: () => void): void {
  const outer = group
  group = `${outer}${name}: `
  declare()
  group = outer
}

export const before = (step: Step): void => void current.before.push(step)
export const beforeEach = (step: Step): void => void current.beforeEach.push(step)
export const afterEach = (step: Step): void => void current.afterEach.push(step)
export const after = (step: Step): void => void current.after.push(step)

/** What importing a file declares. */
export async function collectTests(importFile: () => Promise<unknown>): Promise<CollectedFile> {
  current = newFile()
  await importFile()
  return current
}
