import { createHash } from 'node:crypto'
import type { App } from '../../../app/app.ts'
import type { ListKind } from '../../../contract/desk-compliance.ts'
import { type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { InputError, Refused } from '../../../kernel/faults.ts'
import { newId } from '../../../kernel/ids.ts'
import { enqueueJob } from '../../../platform/jobs/queue.ts'
import { SCREEN_CUSTOMERS } from '../screen-customers.ts'
import {
  insertEntries,
  insertList,
  listEntries,
  listLists,
  lockCurrentList,
  replaceList,
  type ScreeningList,
} from './list-store.ts'
import { parseList } from './parse-list.ts'

interface ListFile {
  readonly kind: ListKind
  readonly source: string
  readonly publishedOn: CalendarDate
  readonly bytes: Buffer
  readonly loadedBy: string
}

/** Entries that one statement writes. */
const BATCH = 1_000

/**
 * Puts a list in the place of the one that the same source published before, all at once: a customer is compared with the
 * old list or with the new one, never with half of one. Customers with a running contract are compared afterwards.
 */
export async function loadList(
  app: App,
  { kind, source, publishedOn, bytes, loadedBy }: ListFile,
): Promise<{ readonly list: ScreeningList; readonly replaced: ScreeningList | undefined }> {
  const { database, secrets, clock } = app
  const now = clock.now()
  if (publishedOn > calendarDateAt(now)) throw new InputError('the date of the list is in the future')
  const people = parseList(kind, bytes)
  const list = {
    id: newId(now.getTime()),
    kind,
    source,
    publishedOn,
    sha256: createHash('sha256').update(bytes).digest(),
    entryCount: people.length,
    loadedBy,
    loadedAt: now,
    replacedAt: null,
  }
  return database.transaction(async tx => {
    const replaced = await lockCurrentList(tx, secrets, kind, source)
    if (replaced?.sha256.equals(list.sha256)) throw new Refused(`this file is in use as list ${replaced.id}`)
    if (replaced !== undefined && replaced.publishedOn > publishedOn)
      throw new Refused(`the list in use is newer: it was published on ${replaced.publishedOn}`)
    if (replaced !== undefined) await replaceList(tx, secrets, replaced, now)
    await insertList(tx, secrets, list)
    for (let from = 0; from < people.length; from += BATCH)
      await insertEntries(
        tx,
        secrets,
        list.id,
        people.slice(from, from + BATCH).map((person, at) => ({ ...person, position: from + at + 1 })),
      )
    await enqueueJob(tx, { kind: SCREEN_CUSTOMERS, key: list.id, runAt: now, payload: { after: '' } })
    return { list, replaced }
  })
}

const SHOWN = 20

/** A list and its first entries. */
export async function readList(
  { database, secrets }: App,
  listId: string,
): Promise<{ readonly list: ScreeningList; readonly entries: Awaited<ReturnType<typeof listEntries>> }> {
  const list = (await listLists(database, secrets)).find(({ id }) => id === listId)
  if (list === undefined) throw new InputError(`there is no list ${listId}`)
  return { list, entries: await listEntries(database, secrets, listId, SHOWN) }
}
