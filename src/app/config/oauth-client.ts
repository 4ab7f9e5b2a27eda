import { readFileSync } from 'node:fs'
import type { OAuthCredentials } from '../../platform/outbound/oauth-session.ts'
import type { TlsIdentity } from '../../platform/outbound/tls-client.ts'

export interface ClientVariables {
  text(name: string): string | undefined
  url(name: string, protocols: readonly string[]): string | undefined
  oneOf<const T extends string>(name: string, allowed: readonly T[], fallback: T): T
}

export interface OAuthClient extends Omit<OAuthCredentials, 'scopes'> {
  readonly identity: TlsIdentity
}

/** How this program shows who it is to a bank: client credentials and a certificate, in variables that begin alike. */
export function readOAuthClient(
  read: ClientVariables,
  prefix: 'PIX' | 'PAYOUT',
  need: (name: string) => string,
  problems: string[],
): OAuthClient {
  const readPem = (name: string, path: string): string => {
    try {
      const pem = readFileSync(path, 'utf8')
      if (pem.includes('-----BEGIN ')) return pem
    } catch {}
    problems.push(`${name} must name a file in PEM that this program may read`)
    return ''
  }
  const caFile = read.text(`${prefix}_CA_FILE`)
  const tokenUrl = read.url(`${prefix}_TOKEN_URL`, ['https:']) ?? need(`${prefix}_TOKEN_URL`)
  const certificateFile = need(`${prefix}_CERTIFICATE_FILE`)
  const keyFile = need(`${prefix}_KEY_FILE`)
  return {
    tokenUrl,
    clientId: need(`${prefix}_CLIENT_ID`),
    // Some providers know their clients by the certificate alone.
    clientSecret: read.text(`${prefix}_CLIENT_SECRET`) ?? '',
    clientAuth: read.oneOf(`${prefix}_CLIENT_AUTH`, ['basic', 'body'], 'basic'),
    identity: {
      certificate: certificateFile && readPem(`${prefix}_CERTIFICATE_FILE`, certificateFile),
      key: keyFile && readPem(`${prefix}_KEY_FILE`, keyFile),
      ...(caFile === undefined ? {} : { ca: readPem(`${prefix}_CA_FILE`, caFile) }),
    },
  }
}
