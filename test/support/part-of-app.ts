import type { App } from '../../src/app/app.ts'
import { reactions } from '../../src/app/reactions.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createHeadMemory } from '../../src/platform/deployment/kept-heads.ts'
import { noMarks } from '../../src/platform/deployment/number-marks.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'

/** For operations that need little of the service: the given parts, and what stands for nothing in place of a few others. */
export function partOfApp<Parts extends Partial<App>>(parts: Parts): App & Parts {
  const defaults: Partial<App> = {
    reactions,
    realClock: parts.clock ?? systemClock,
    log: createLog({ level: 'silent' }),
    marks: noMarks,
    keptHeads: createHeadMemory(),
    reportForgery: async () => {},
    pixApi: undefined,
    payoutRail: undefined,
    readBank: undefined,
    isRegisteredAtOnce: undefined,
    delayCancellation: async () => {},
  }
  return { ...defaults, ...parts } as App & Parts
}
