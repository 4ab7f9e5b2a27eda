/** A reason why the database cannot be used at start, in one sentence, that an operator can fix. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
}
