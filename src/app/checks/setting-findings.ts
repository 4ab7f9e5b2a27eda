import { type Config, isLoopback } from '../config/config.ts'
import { type Finding, missing, ok, type Topic, warn } from './finding.ts'

/** Circular 3.978, art. 67. */
const RETENTION_YEARS = 10

/** Findings from the configuration alone. A start logs all that are not ok. */
export function listSettingFindings(config: Config): Finding[] {
  return [
    listSecrets(config),
    listAddress(config),
    listServices(config),
    listMessages(config),
    listMoney(config),
    listLender(config),
    listRetention(config),
  ].flat()
}

function listSecrets({ hasDefaultSecret, previousEncryptionKey }: Config): Finding[] {
  const kind = hasDefaultSecret ? 'the public key of homologation' : 'an ENCRYPTION_KEY of your own'
  if (previousEncryptionKey === undefined) return [ok('secrets', kind)]
  return [
    warn(
      'secrets',
      'ENCRYPTION_KEY_PREVIOUS is set: ENCRYPTION_KEY is being exchanged',
      'run `npm run crediario -- encryption status`',
    ),
  ]
}

function listAddress({ role, host, publicUrl, trustedProxies }: Config): Finding[] {
  const address = ok('address', `links begin with ${publicUrl}`)
  if (trustedProxies.length > 0) return [address, ok('proxies', trustedProxies.join(', '))]
  // The program itself serves http: behind an https address and on loopback it needs a proxy on this machine.
  if (role === 'worker' || !publicUrl.startsWith('https:') || !isLoopback(host))
    return [address, ok('proxies', 'no proxy is trusted')]
  return [
    address,
    warn(
      'proxies',
      `PUBLIC_URL is https, but only this machine reaches HOST ${host}, and no proxy is trusted: customers reach ` +
        'nothing, or all have the address of the proxy',
      'run a proxy that terminates https here (docs/runbooks/first-day.md) and set TRUSTED_PROXIES=127.0.0.1',
    ),
  ]
}

function listServices({ environment, bureau, analysis, scanner, files, metricsToken }: Config): Finding[] {
  const isSandbox = environment === 'homologation'
  const describe = (topic: Topic, url: string | undefined, absent: Finding): Finding => {
    if (url !== undefined) return ok(topic, hostOf(url))
    return isSandbox ? ok(topic, 'the one of the sandbox') : absent
  }
  return [
    describe(
      'bureau',
      bureau?.url,
      missing(
        'bureau',
        'BUREAU_URL is not set: no customer can be approved',
        'set BUREAU_URL and BUREAU_TOKEN',
      ),
    ),
    describe(
      'analysis',
      analysis?.url,
      warn(
        'analysis',
        'ANALYSIS_URL is not set: every identification waits for the desk',
        'set ANALYSIS_URL and ANALYSIS_TOKEN, or have operators',
      ),
    ),
    describe(
      'scanner',
      scanner?.url,
      warn(
        'scanner',
        'SCANNER_URL is not set: invoices are inspected, but not scanned for viruses',
        'set SCANNER_URL and SCANNER_TOKEN',
      ),
    ),
    ok('files', files.kind === 'database' ? 'in the database' : `in a ${files.kind}`),
    describe(
      'metrics',
      metricsToken === undefined ? undefined : 'behind METRICS_TOKEN',
      warn('metrics', 'METRICS_TOKEN is not set: /metrics is not served', 'set it (openssl rand -hex 32)'),
    ),
  ]
}

function listMessages({ environment, messages, mail }: Config): Finding[] {
  if (environment === 'homologation' && messages === undefined && mail === undefined)
    return [ok('messages', 'kept for GET /sandbox/messages')]
  if (messages !== undefined)
    return [ok('messages', `SMS by ${hostOf(messages.url)}, e-mails by ${hostOf(mail?.url ?? messages.url)}`)]
  return [
    missing(
      'messages',
      'MESSAGES_URL is not set: no code can be sent, so no customer can identify or sign',
      'set MESSAGES_URL and MESSAGES_TOKEN',
    ),
    ...(mail === undefined
      ? [
          warn(
            'messages',
            'SMTP_URL is not set: customers get no contract and no billets by e-mail',
            'set SMTP_URL and SMTP_FROM, or MESSAGES_URL',
          ),
        ]
      : []),
  ]
}

function listMoney({ environment, pix, payouts }: Config): Finding[] {
  const isSandbox = environment === 'homologation'
  const own = pix === undefined ? undefined : ok('pix', hostOf(pix.apiUrl))
  const rail = payouts.http === undefined || payouts.rail === 'file' ? 'files' : hostOf(payouts.http.url)
  return [
    own ??
      (isSandbox
        ? ok('pix', 'the bank of the sandbox')
        : warn(
            'pix',
            'PIX_API_URL is not set: installments have no Pix code, and Pix payments are not detected',
            'set PIX_API_URL and what belongs to it',
          )),
    ok('payouts', isSandbox && payouts.rail === 'http' ? 'by the bank of the sandbox' : `by ${rail}`),
    ...(isSandbox || payouts.insurer !== undefined
      ? []
      : [
          warn(
            'payouts',
            'INSURER_PIX_KEY is not set: orders for the insurer wait',
            'set INSURER_NAME, INSURER_DOCUMENT and INSURER_PIX_KEY',
          ),
        ]),
  ]
}

function listLender({ lender: { sac, ouvidoria, privacy } }: Config): Finding[] {
  const absent = Object.entries({ SAC: sac, OUVIDORIA: ouvidoria, PRIVACY: privacy })
    .filter(([, value]) => value === undefined)
    .map(([name]) =>
      warn(
        'lender',
        `LENDER_${name} is not set: pages do not tell customers how to reach the lender by it`,
        'set it',
      ),
    )
  return absent.length > 0 ? absent : [ok('lender', 'customers read how to reach it')]
}

function listRetention({ environment, retentionYears }: Config): Finding[] {
  if (environment === 'homologation' || retentionYears >= RETENTION_YEARS)
    return [ok('retention', `${retentionYears} years`)]
  return [
    warn(
      'retention',
      `RETENTION_YEARS is ${retentionYears}: Circular 3.978 asks for ${RETENTION_YEARS}`,
      `set RETENTION_YEARS=${RETENTION_YEARS}`,
    ),
  ]
}

/** Addresses may hold a password. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Topics by the prefix of the variable; the first match counts. */
const TOPIC_OF_PREFIX: Readonly<Record<string, Topic>> = {
  ENCRYPTION_KEY: 'secrets',
  METRICS_TOKEN: 'metrics',
  OTEL_: 'metrics',
  PUBLIC_URL: 'address',
  TRUSTED_PROXIES: 'proxies',
  DATABASE_: 'database',
  FILES_: 'files',
  BUREAU_: 'bureau',
  ANALYSIS_: 'analysis',
  MESSAGES_: 'messages',
  SMTP_: 'messages',
  SCANNER_: 'scanner',
  PIX_: 'pix',
  PAYOUT_: 'payouts',
  INSURER_: 'payouts',
  LENDER_: 'lender',
  RETENTION_YEARS: 'retention',
}

/** A sentence about a setting begins with its name. */
export function findTopicOf(problem: string): Topic {
  const prefix = Object.keys(TOPIC_OF_PREFIX).find(each => problem.startsWith(each))
  return (prefix && TOPIC_OF_PREFIX[prefix]) || 'settings'
}
