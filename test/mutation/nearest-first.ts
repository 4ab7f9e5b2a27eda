import { basename } from 'node:path'
import {
  commonTokens,
  declareFactoryPlugin,
  type Injector,
  type PluginContext,
  PluginKind,
  tokens,
} from '@stryker-mutator/api/plugin'
import type { TestRunner } from '@stryker-mutator/api/test-runner'
import { createTapTestRunnerFactory } from '@stryker-mutator/tap-runner'

const createTapRunner = createTapTestRunnerFactory()

/** The tap runner, which stops at the first file that fails, asking the likely ones first. */
function createNearestFirst(injector: Injector<PluginContext>): TestRunner {
  const runner = createTapRunner(injector)
  const { testFiles } = injector.resolve('options').tap as { testFiles: readonly string[] }
  return {
    capabilities: () => runner.capabilities(),
    init: () => runner.init(),
    dryRun: options => runner.dryRun(options),
    mutantRun(options) {
      const { testFilter, activeMutant } = options
      if (testFilter === undefined) return runner.mutantRun(options)
      const tests = sortByNearness(testFilter, activeMutant.fileName, testFiles)
      return runner.mutantRun({ ...options, testFilter: tests })
    },
  }
}
createNearestFirst.inject = tokens(commonTokens.injector)

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'nearest-first', createNearestFirst),
]

/** The test of the mutated file first, then the others in the order in which the area lists them. */
export function sortByNearness(
  tests: readonly string[],
  mutatedFile: string,
  listed: readonly string[],
): string[] {
  const name = basename(mutatedFile, '.ts')
  const rank = (test: string): number =>
    listed.indexOf(test) - (basename(test).startsWith(`${name}.`) ? listed.length : 0)
  return tests.toSorted((a, b) => rank(a) - rank(b))
}
