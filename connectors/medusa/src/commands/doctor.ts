import type { ExecArgs } from '@medusajs/framework/types'
import { examine } from '../examine.ts'

export default async function doctor({ container }: ExecArgs): Promise<void> {
  const findings = await examine(container)
  for (const { isFine, message } of findings) console.log(`${isFine ? '✔' : '✖'} ${message}`)
  if (findings.some(({ isFine }) => !isFine)) process.exitCode = 1
}
