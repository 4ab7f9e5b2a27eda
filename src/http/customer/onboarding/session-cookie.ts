import { createDeviceCookies } from '../device-cookies.ts'

interface DeviceSession {
  readonly id: string
  readonly rootId: string
  readonly expiresAt: Date
}

/** One cookie for each purchase. */
export function createSessionCookies(publicUrl: string) {
  const { list, present } = createDeviceCookies('onboarding-', publicUrl)
  return {
    list,
    present({ id, rootId, expiresAt }: DeviceSession, now: Date): string {
      return present(rootId, id, Math.floor((expiresAt.getTime() - now.getTime()) / 1_000))
    },
  }
}
