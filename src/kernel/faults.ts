/*
 * Failures are of three kinds: somebody gave what cannot be used (InputError), a rule forbids it (Refused, or a normal answer),
 * or the program or its data are broken (Error). A class of its own has only what a caller must tell apart from these.
 */

interface InputDetails {
  /** The message begins with it. */
  readonly field?: string | undefined
  /** For programs; the message is for people. */
  readonly fault?: string | undefined
  /** Of a file, counted from 1. */
  readonly line?: number | undefined
  readonly cause?: unknown
}

/** Somebody typed, sent or configured what cannot be used. The message is for that person. */
export class InputError extends Error {
  readonly field: string | undefined
  readonly fault: string | undefined
  readonly line: number | undefined
  /** The message without field and line. */
  readonly problem: string

  constructor(problem: string, { field, fault, line, cause }: InputDetails = {}) {
    const place = line === undefined ? field : `Line ${line}:`
    super(place === undefined ? problem : `${place} ${problem}`, cause === undefined ? undefined : { cause })
    this.name = 'InputError'
    this.field = field
    this.fault = fault
    this.line = line
    this.problem = problem
  }
}

/** A rule forbids it, however it is written. The message is for the person who asked. */
export class Refused extends Error {
  /** What the rule is about, where the answer depends on it. */
  readonly field: string | undefined

  constructor(message: string, { field, cause }: Pick<InputDetails, 'field' | 'cause'> = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'Refused'
    this.field = field
  }
}

/** The program cannot start as it is set up; each problem is a sentence that an operator can act on. */
export class StartError extends Error {
  readonly problems: readonly string[]

  constructor(problems: string | readonly string[], options?: ErrorOptions) {
    const all = typeof problems === 'string' ? [problems] : problems
    super(all.join('\n'), options)
    this.name = 'StartError'
    this.problems = all
  }
}

/** The database does not hold what was signed: it was restored from a backup, or somebody rewrote it. */
export class ChainRewritten extends Error {
  override readonly name = 'ChainRewritten'
}

/** Too many wait for the same work already: the caller may try again. */
export class Busy extends Error {
  override readonly name = 'Busy'
}
