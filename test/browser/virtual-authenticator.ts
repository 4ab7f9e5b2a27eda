import type { CDPSession } from 'playwright-core'

/** An authenticator inside the browser, whose owner is recognised or not. */
export async function addAuthenticator(session: CDPSession): Promise<string> {
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return authenticatorId
}
