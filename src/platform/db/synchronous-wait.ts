import type { PoolClient } from 'pg'
import { DatabaseUnavailable } from './database-errors.ts'

/** The function of the server that waits for a standby; unlike the message, its name is the same in every language. */
const waitingRoutine = 'SyncRepWaitForLSN'
const canceled = new WeakSet<PoolClient>()

/**
 * When an operator cancels the wait for a synchronous standby, the server says so in a warning, and then reports success:
 * the commit may exist on its own disk only.
 */
export function watchCanceledWaits(client: PoolClient): void {
  client.on('notice', ({ routine }) => {
    if (routine === waitingRoutine) canceled.add(client)
  })
}

/** The refusal of what was committed just now, if its wait for the standby was canceled. */
export function takeCanceledWait(client: PoolClient): DatabaseUnavailable | undefined {
  return canceled.delete(client)
    ? new DatabaseUnavailable('The standby did not confirm a commit: its wait was canceled')
    : undefined
}
