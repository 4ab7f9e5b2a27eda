import { findBoxKeyId, open } from '../../src/platform/crypto/sealed-box.ts'
import type { Secrets } from '../../src/platform/crypto/secrets.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { findBox, listBoxes } from '../../src/platform/deployment/reseal.ts'
import { SEALED_COLUMNS } from '../../src/platform/deployment/sealed-columns.ts'

export interface OpenedBox {
  readonly place: string
  readonly keyId: number | undefined
  /** Undefined when it did not open. */
  readonly plain: string | undefined
}

/** Opens every box of the database. A file key that derives from its salt counts as a box of the first data key. */
export async function openAllBoxes(database: Database, secrets: Secrets): Promise<OpenedBox[]> {
  const opened: OpenedBox[] = []
  for (const column of SEALED_COLUMNS) {
    const name = `${column.table}.${column.column}`
    for (let after: readonly string[] | undefined; ; ) {
      const page = await listBoxes(database, column, after)
      for (const { key } of page) {
        const row = await findBox(database, column, key)
        const place = `${name}:${key.join(':')}`
        if (row === undefined || (row.box === null && !column.isFileKey)) continue
        if (row.box === null) {
          opened.push({
            place,
            keyId: 1,
            plain: secrets
              .deriveFixedKey(row.salt ?? Buffer.alloc(0))
              .export()
              .toString('hex'),
          })
          continue
        }
        const keys =
          column.salt === undefined ? secrets.sealing : secrets.deriveDataKey(row.salt ?? Buffer.alloc(0))
        const plain = tryOpen(() => open(keys, column.composeContext(...key), row.box ?? Buffer.alloc(0)))
        opened.push({ place, keyId: findBoxKeyId(row.box), plain })
      }
      if (page.length === 0) break
      after = page.at(-1)?.key
    }
  }
  return opened
}

function tryOpen(work: () => Buffer): string | undefined {
  try {
    return work().toString('hex')
  } catch {
    return undefined
  }
}
