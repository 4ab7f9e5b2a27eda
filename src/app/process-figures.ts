import type { Siblings } from '../platform/processes/siblings.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import type { Role } from './config/config.ts'

/** Of the machine's processes, as their supervisor counts them; a process that was started alone counts itself. */
export function addProcessFigures(metrics: Metrics, role: Role, siblings: Siblings | undefined): void {
  const alone = new Map([[role as string, 1]])
  const running = 'Processes of this program on this machine, by what they do'
  metrics.addGauges('crediario_processes', running, 'part', async () =>
    siblings === undefined ? alone : new Map(Object.entries(siblings.figures.running)),
  )
  const restarts = 'Processes that ended by themselves and were started again'
  metrics.addTotal('crediario_process_restarts_total', restarts, () => siblings?.figures.restarts ?? 0)
}
