import type { Log } from '../telemetry/log.ts'
import type { DeploymentClock } from './deployment-clock.ts'

const LOOK_MS = 500
const REPEAT_MS = 60_000

/** Logs a wrong clock at once and then once a minute, and when it is right again. Returns the way to stop it. */
export function logSkew(clock: Pick<DeploymentClock, 'isSound' | 'skewMs'>, log: Log): () => void {
  let loggedAtMs: number | undefined
  const look = (): void => {
    if (clock.isSound) {
      if (loggedAtMs !== undefined) log.info('the clock of this machine is right again: work resumes')
      loggedAtMs = undefined
    } else if (loggedAtMs === undefined || performance.now() - loggedAtMs >= REPEAT_MS) {
      loggedAtMs = performance.now()
      log.error(
        { skewMs: clock.skewMs },
        'the clock of this machine differs from the database’s: nothing runs here until it is right',
      )
    }
  }
  look()
  const timer = setInterval(look, LOOK_MS).unref()
  return () => clearInterval(timer)
}

/** For those who ask whether the process is ready. */
export function presentSkew(skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  return `The clock of this machine is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database’s`
}
