import { randomBytes, X509Certificate } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Certificates, makeCertificates } from './make-certificates.ts'

export const CLIENT_ID = 'crediario-sandbox'

/** What the bank and its client need to authenticate each other. */
export interface AccessFiles extends Certificates {
  readonly clientId: string
  readonly clientSecret: string
}

/** Made again when they would end within this time. */
const RENEWED_BEFORE_MS = 7 * 86_400_000

/** Files for curl and for the service: those of the folder, made when they are missing or about to expire. */
export async function openAccessFiles(folder: string, now = new Date()): Promise<AccessFiles> {
  const found = await readFiles(folder)
  if (found !== undefined && isValid(found, now)) return found
  if (found !== undefined) await rm(folder, { recursive: true, force: true })
  await makeFiles(folder, now)
  const made = await readFiles(folder)
  if (made === undefined) throw new Error(`the certificates of the sandbox bank in ${folder} are incomplete`)
  return made
}

async function readFiles(folder: string): Promise<AccessFiles | undefined> {
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')
  try {
    const [ca, server, serverKey, client, clientKey, login] = await Promise.all(
      ['ca.pem', 'server.pem', 'server.key', 'client.pem', 'client.key', 'client.login'].map(read),
    )
    const [clientId = '', clientSecret = ''] = (login ?? '').trim().split(':')
    return {
      ca: ca ?? '',
      server: { certificate: server ?? '', key: serverKey ?? '' },
      client: { certificate: client ?? '', key: clientKey ?? '' },
      clientId,
      clientSecret,
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function isValid({ ca, server, client }: AccessFiles, now: Date): boolean {
  const limit = now.getTime() + RENEWED_BEFORE_MS
  try {
    const certificates = [ca, server.certificate, client.certificate].map(pem => new X509Certificate(pem))
    return certificates.every(({ validTo }) => Date.parse(validTo) > limit)
  } catch {
    return false
  }
}

/** Written beside, then renamed: of several processes that start together one wins, and the others read its files. */
async function makeFiles(folder: string, now: Date): Promise<void> {
  const { ca, server, client } = await makeCertificates(CLIENT_ID, now)
  const draft = `${folder}.${randomBytes(6).toString('hex')}`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const contents = {
    'ca.pem': ca,
    'server.pem': server.certificate,
    'server.key': server.key,
    'client.pem': client.certificate,
    'client.key': client.key,
    // As `curl --user` takes it.
    'client.login': `${CLIENT_ID}:${randomBytes(24).toString('base64url')}\n`,
  }
  for (const [name, text] of Object.entries(contents))
    await writeFile(join(draft, name), text, { mode: 0o600 })
  try {
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
  }
}
