import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'docs', 'runbooks')
/** Those that speak of a cluster. */
const PAGES = [
  'failover.md',
  'postmaster-killed.md',
  'switchover.md',
  'power-loss.md',
  'standby-hung.md',
  'primary-paused.md',
  'point-in-time-recovery.md',
] as const
const IS_COMMAND = /^(?:patronictl|psql|for host) /

/** Every command to a cluster that a runbook tells to give, as it is written there, without its remark. */
export function listClusterCommands(): string[] {
  const found = PAGES.flatMap(page => {
    const text = readFileSync(join(FOLDER, page), 'utf8')
    const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.split('\n'))
    const inline = [...text.replaceAll(/```.*?```/gs, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
    return [...blocks, ...inline].map(line => line.replace(/ +# .*$/, '').trim())
  })
  return [...new Set(found.filter(line => IS_COMMAND.test(line)))]
}
