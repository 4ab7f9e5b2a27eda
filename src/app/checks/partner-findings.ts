import { PAYOUT_SCOPES } from '../../domains/payouts/http-rail.ts'
import { PIX_SCOPES } from '../../domains/pix/http-pix-api.ts'
import { MAX_SKEW_MS, presentSkew } from '../../platform/deployment/deployment-clock.ts'
import { createBucketStore } from '../../platform/files/file-store.ts'
import { createOAuthSession, type OAuthCredentials } from '../../platform/outbound/oauth-session.ts'
import { probeService } from '../../platform/outbound/probe-service.ts'
import { createTlsClient, type TlsIdentity } from '../../platform/outbound/tls-client.ts'
import type { Config } from '../config/config.ts'
import { type Finding, missing, type Topic, warn } from './finding.ts'

const TOTAL_MS = 10_000
const NO_SUCH_FILE = '00'.repeat(32)

interface Partner {
  readonly topic: Topic
  readonly setting: string
  readonly url: string
  readonly token?: string
  readonly identity?: TlsIdentity
  readonly credentials?: OAuthCredentials
}

/** Calls every configured service without a request: does it answer, accept our credentials and have our time? */
export async function listPartnerFindings(config: Config): Promise<Finding[]> {
  const isProduction = config.environment === 'production'
  const findings = await Promise.all([
    ...listPartners(config).map(partner => examinePartner(partner, isProduction)),
    examineFiles(config),
  ])
  return findings.flat()
}

function listPartners({ bureau, analysis, messages, scanner, pix, payouts }: Config): Partner[] {
  const services = { bureau, analysis, messages, scanner }
  const partners = Object.entries(services).flatMap(([name, service]): Partner[] =>
    service === undefined
      ? []
      : [{ topic: name as keyof typeof services, setting: `${name.toUpperCase()}_URL`, ...service }],
  )
  if (pix !== undefined) {
    const credentials = { ...pix, scopes: PIX_SCOPES }
    const { apiUrl: url, identity } = pix
    partners.push({ topic: 'pix', setting: 'PIX_API_URL', url, identity, credentials })
  }
  if (payouts.http !== undefined && payouts.rail === 'http') {
    const credentials = { ...payouts.http, scopes: PAYOUT_SCOPES }
    const { url, identity } = payouts.http
    partners.push({ topic: 'payouts', setting: 'PAYOUT_URL', url, identity, credentials })
  }
  return partners
}

async function examinePartner(partner: Partner, isProduction: boolean): Promise<Finding[]> {
  const { topic, setting, url, token, identity } = partner
  const probe = await probeService({ url, token, identity })
  if (!probe.isReached)
    return [
      missing(
        topic,
        `${setting} does not answer (${probe.reason})`,
        `check ${setting} and the network from this machine`,
      ),
    ]
  const findings: Finding[] = []
  const { status, aheadMs, isReference } = probe
  if (isReference && isProduction)
    findings.push(
      missing(
        topic,
        `${setting} is the reference gateway, which is not fit for production: its answers are invented`,
        'connect your provider (docs/ports/README.md)',
      ),
    )
  if (partner.credentials === undefined && (status === 401 || status === 403))
    findings.push(warn(topic, `${setting} answers ${status}`, `check ${setting.replace('_URL', '_TOKEN')}`))
  if (aheadMs !== undefined && Math.abs(aheadMs) > MAX_SKEW_MS)
    findings.push(
      missing(
        'clock',
        `${presentSkew(aheadMs).replace('the database’s', `that of ${setting}`)}`,
        'set it by NTP',
      ),
    )
  return [...findings, ...(await examineToken(partner))]
}

/** A token proves the certificate, the client and its secret. */
async function examineToken({ topic, url, identity, credentials }: Partner): Promise<Finding[]> {
  if (credentials === undefined || identity === undefined) return []
  const client = createTlsClient({ identity, connections: 1, connectMs: TOTAL_MS, totalMs: TOTAL_MS })
  try {
    const answer = await createOAuthSession(client, credentials).send({ method: 'GET', url, headers: {} })
    const prefix = topic === 'pix' ? 'PIX' : 'PAYOUT'
    if (answer.status === 401)
      return [
        missing(
          topic,
          `the bank gives this client no token`,
          `check ${prefix}_CLIENT_ID, ${prefix}_CLIENT_SECRET and the certificate`,
        ),
      ]
    if (answer.status === undefined)
      return [missing(topic, `no token could be fetched (${answer.text})`, `check ${prefix}_TOKEN_URL`)]
    return []
  } finally {
    await client.close()
  }
}

async function examineFiles({ files }: Config): Promise<Finding[]> {
  if (files.kind !== 'bucket') return []
  try {
    await createBucketStore(files).get(NO_SUCH_FILE)
    return []
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [missing('files', `FILES_URL cannot be read (${reason})`, 'check FILES_URL and its keys')]
  }
}
