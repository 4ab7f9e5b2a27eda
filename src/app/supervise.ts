import { join } from 'node:path'
import { type ProcessPart, type Supervisor, superviseProcesses } from '../platform/processes/supervisor.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { Config } from './config/config.ts'

const MAIN = join(import.meta.dirname, '..', 'main.ts')

/** Starts API_PROCESSES processes that serve one address and, where this one was to do both, a worker beside them. */
export function supervise(config: Config, log: Log): Supervisor {
  return superviseProcesses({ entry: MAIN, parts: listParts(config), log })
}

function listParts({ role, apiProcesses }: Config): ProcessPart[] {
  const common = { API_PROCESSES: '1' }
  // Only one process can use the port chosen for the sandbox bank; the others use any free one.
  const elsewhere = { PSP_PORT: '' }
  const api: ProcessPart = {
    name: 'api',
    count: apiProcesses,
    listens: true,
    env: index => ({ ...common, ROLE: 'api', ...(index > 0 && elsewhere) }),
  }
  const worker: ProcessPart = {
    name: 'worker',
    count: 1,
    listens: false,
    env: () => ({ ...common, ROLE: 'worker', ...elsewhere }),
  }
  return role === 'all' ? [api, worker] : [api]
}
