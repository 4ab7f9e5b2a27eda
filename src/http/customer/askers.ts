import type { FastifyRequest } from 'fastify'
import { type Asker, DEVICE_DAYS, describeAsker, newDevice } from '../../domains/codes/index.ts'
import { computeClientAddress } from '../../platform/http/client-address.ts'
import { computeCookieName, presentCookie } from '../../platform/http/cookies.ts'
import { readOnlyCookie } from './device-cookies.ts'

type Secrets = Parameters<typeof describeAsker>[0]

/** A browser of a customer, recognised on all pages. It opens nothing. */
interface Browser {
  readonly device: string
  readonly asker: Asker
  /** Keeps it recognised. */
  readonly cookie: string
}

/** Who asks for codes, and the cookie by which a browser is recognised for months. */
export function createAskers({
  secrets,
  publicUrl,
}: {
  readonly secrets: Secrets
  readonly publicUrl: string
}) {
  const name = computeCookieName('crediario_aparelho', publicUrl)
  const readDevice = ({ headers }: FastifyRequest): string | undefined => readOnlyCookie(headers.cookie, name)
  const describe = ({ ip }: FastifyRequest, device: string | undefined): Asker =>
    describeAsker(secrets, { address: computeClientAddress(ip), device })
  return {
    readDevice,
    read: (request: FastifyRequest): Asker => describe(request, readDevice(request)),
    /** The browser as it will be recognised from now on. */
    recognise(request: FastifyRequest): Browser {
      const device = readDevice(request) ?? newDevice()
      const age = { publicUrl, maxAgeSeconds: DEVICE_DAYS * 86_400 }
      const cookie = presentCookie({ name, value: device }, age)
      return { device, asker: describe(request, device), cookie }
    },
  }
}
