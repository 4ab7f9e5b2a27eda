/** A reason why the database cannot be used at start that an operator can mend, told in one sentence. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
}
