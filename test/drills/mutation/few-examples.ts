import fc, { type IProperty, type Parameters } from 'fast-check'

/** fast-check's default number of runs. */
const USUAL_EXAMPLES = 100

/** Caps the runs: the thousands that some tests ask for would be repeated for every mutant. */
function assertByFew<Ts>(
  property: IProperty<Ts>,
  { numRuns = USUAL_EXAMPLES, ...others }: Parameters<Ts> = {},
): unknown {
  // No shrinking: the smallest counterexample is not read.
  const few = { ...others, numRuns: Math.min(numRuns, USUAL_EXAMPLES), endOnFailure: true }
  return fc.assert(property, few)
}

/** Replaces fast-check during mutation runs. */
export const fewExamples = { ...fc, assert: assertByFew }
