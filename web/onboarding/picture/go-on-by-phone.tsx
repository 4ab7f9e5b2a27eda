import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { OnboardingState } from '../../../src/contract/onboarding.ts'
import { Card } from '../../design/card.tsx'
import { Qr } from '../../design/qr.tsx'
import type { OnboardingClient } from '../client.ts'

const LOOK_EVERY_MS = 5_000

interface GoOnByPhoneProps {
  readonly qr: NonNullable<OnboardingState['phoneQr']>
  readonly client: OnboardingClient
}

/** A wide screen with a mouse: its camera, if it has one, looks at the person and not at a document. */
export const isComputer = (): boolean =>
  matchMedia('(min-width: 40rem) and (hover: hover) and (pointer: fine)').matches

/**
 * The same link for the phone, where pictures are taken more easily. The link alone opens nothing personal: the phone
 * confirms itself by a code, as any other device does. Meanwhile this page follows.
 */
export function GoOnByPhone({ qr, client }: GoOnByPhoneProps): JSX.Element {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void client.refresh()
    }, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [client])
  return (
    <Card title="No celular é mais fácil">
      <p class="soft">
        Aponte a câmera do celular para este QR Code e continue por lá. Para confirmar que é você, enviamos um
        código por SMS. Esta página acompanha sozinha.
      </p>
      <Qr qr={qr} label="QR Code para continuar no celular" />
    </Card>
  )
}
