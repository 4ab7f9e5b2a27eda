import { createDeferredPixApi, type PixApi } from '../domains/receivables/index.ts'
import type { Psp } from '../sandbox/psp/psp.ts'

/** The sandbox bank is reached as any PSP would be: over HTTP, with a certificate. Homologation only. */
export function createSandboxPixApi(psp: Pick<Psp, 'getAccess'>): PixApi {
  return createDeferredPixApi(async () => {
    const { baseUrl, tokenUrl, clientId, clientSecret, certificate, key, ca } = await psp.getAccess()
    return {
      apiUrl: baseUrl,
      tokenUrl,
      clientId,
      clientSecret,
      clientAuth: 'basic',
      identity: { certificate, key, ca },
      locationHosts: [new URL(baseUrl).host],
      namesRetailer: true,
    }
  })
}
