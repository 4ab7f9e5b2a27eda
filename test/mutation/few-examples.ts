import fc, { type IProperty, type Parameters } from 'fast-check'

/** What fast-check tries when nobody says how many. */
const USUAL_EXAMPLES = 100

/** Thousands of examples, as some tests ask for, would be drawn anew for every mutant. */
function assertByFew<Ts>(
  property: IProperty<Ts>,
  { numRuns = USUAL_EXAMPLES, ...others }: Parameters<Ts> = {},
): unknown {
  // Nobody is there to look at the smallest counterexample.
  const few = { ...others, numRuns: Math.min(numRuns, USUAL_EXAMPLES), endOnFailure: true }
  return fc.assert(property, few)
}

/** Stands in for fast-check while mutants are tried. */
export const fewExamples = { ...fc, assert: assertByFew }
