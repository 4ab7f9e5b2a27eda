import {
  type CoveragePerTestId,
  INSTRUMENTER_CONSTANTS,
  type InstrumenterContext,
  type StrykerOptions,
} from '@stryker-mutator/api/core'
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin'
import {
  type CompleteDryRunResult,
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner'
import { type CollectedFile, collectTests } from './collected-tests.ts'
import { createFreshImport } from './fresh-modules.ts'
import { sortByNearness } from './nearness.ts'

/** Runs only the tests that reach the mutant, all in one process: a mutant then costs milliseconds, not seconds. */
class InProcessRunner implements TestRunner {
  static inject = tokens(commonTokens.options)
  readonly #files: readonly string[]
  readonly #leftOut: readonly string[]
  readonly #isPure: boolean
  readonly #importFresh = createFreshImport(process.cwd())
  readonly #namespace: InstrumenterContext = {}

  constructor(options: StrykerOptions) {
    this.#files = options.areaTests as readonly string[]
    this.#leftOut = options.leaveOut as readonly string[]
    this.#isPure = options.isPure === true
    Object.assign(globalThis, { [INSTRUMENTER_CONSTANTS.NAMESPACE]: this.#namespace })
  }

  capabilities() {
    return { reloadEnvironment: true }
  }

  /**
   * Runs each pure test on fresh modules, so that code behind a module's cache is counted for every test that needs it.
   * Other tests run by file, because set-up takes seconds. Coverage of loading and set-up counts for all tests of a
   * file.
   */
  async dryRun(): Promise<DryRunResult> {
    const tests: TestResult[] = []
    const perTest: CoveragePerTestId = {}
    for (const file of this.#files) {
      const declared = (await collectTests(() => this.#importFresh(file))).tests
      const ids = declared.filter(({ name }) => !this.#isLeftOut(name)).map(({ name }) => `${file}: ${name}`)
      for (const group of this.#isPure ? ids.map(id => [id]) : [ids]) {
        Object.assign(this.#namespace, { mutantCoverage: { static: {}, perTest: {} } })
        tests.push(...(await this.#run([file], new Set(group))).tests)
        const reached = this.#namespace.mutantCoverage
        for (const id of group) perTest[id] = { ...reached?.static, ...reached?.perTest[id] }
      }
    }
    return { status: DryRunStatus.Complete, tests, mutantCoverage: { static: {}, perTest } }
  }

  #isLeftOut(name: string): boolean {
    return this.#leftOut.some(beginning => name.startsWith(beginning))
  }

  /** All tests of a file with set-up run: a later one may rely on what an earlier one left. */
  async mutantRun({ activeMutant, testFilter = [], hitLimit }: MutantRunOptions): Promise<MutantRunResult> {
    const { id, fileName } = activeMutant
    const hitCount = hitLimit === undefined ? undefined : 0
    Object.assign(this.#namespace, { activeMutant: id, hitLimit, hitCount })
    // For child processes of a test.
    process.env[INSTRUMENTER_CONSTANTS.ACTIVE_MUTANT_ENV_VARIABLE] = id
    const files = this.#files.filter(file => testFilter.some(each => each.startsWith(`${file}: `)))
    const wanted = this.#isPure ? new Set(testFilter) : undefined
    const result = await this.#run(sortByNearness(files, fileName, this.#files), wanted)
    return toMutantRunResult(determineHitLimitReached(this.#namespace.hitCount, hitLimit) ?? result)
  }

  /** Runs tests until one fails. */
  async #run(files: readonly string[], wanted?: ReadonlySet<string>): Promise<CompleteDryRunResult> {
    const tests: TestResult[] = []
    for (const file of files) {
      await this.#runFile(file, wanted, tests)
      if (tests.at(-1)?.status === TestStatus.Failed) break
    }
    return { status: DryRunStatus.Complete, tests }
  }

  /** A failure outside of the tests (an unhandled rejection) also kills the mutant. */
  async #runFile(
    file: string,
    wanted: ReadonlySet<string> | undefined,
    results: TestResult[],
  ): Promise<void> {
    const [first = file] = wanted ?? []
    let collected: CollectedFile | undefined
    const isFine = await ask(file, first, results, async () => {
      collected = await collectTests(() => this.#importFresh(file))
      for (const step of collected.before) await step()
    })
    if (isFine) results.pop()
    for (const { name, run } of (isFine && collected?.tests) || []) {
      const id = `${file}: ${name}`
      if (wanted?.has(id) === false || this.#isLeftOut(name)) continue
      const hasPassed = await ask(file, id, results, async () => {
        for (const step of collected?.beforeEach ?? []) await step()
        this.#namespace.currentTestId = id
        await run()
        delete this.#namespace.currentTestId
        for (const step of collected?.afterEach ?? []) await step()
      })
      if (!hasPassed) break
    }
    for (const step of collected?.after ?? []) await (async () => step())().catch(() => {})
  }
}

async function ask(
  file: string,
  id: string,
  results: TestResult[],
  work: () => Promise<void>,
): Promise<boolean> {
  const startedAt = performance.now()
  const base = { id, name: id, fileName: file }
  const spent = (): { timeSpentMs: number } => ({ timeSpentMs: performance.now() - startedAt })
  try {
    await work()
    results.push({ ...base, ...spent(), status: TestStatus.Success })
    return true
  } catch (error) {
    const failureMessage = error instanceof Error ? error.message : String(error)
    results.push({ ...base, ...spent(), status: TestStatus.Failed, failureMessage })
    return false
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner)]
