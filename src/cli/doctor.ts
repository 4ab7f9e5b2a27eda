import { examine } from '../app/checks/doctor.ts'
import { isHealthy, presentFindings } from '../app/checks/finding.ts'
import type { OfflineCommand } from './command.ts'

export const doctorCommands: Readonly<Record<string, OfflineCommand>> = {
  doctor: {
    async runOffline() {
      const findings = await examine(process.env)
      return { text: presentFindings(findings), hasFailed: !isHealthy(findings) }
    },
  },
}
