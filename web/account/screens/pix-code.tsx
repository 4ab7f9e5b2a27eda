import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { AccountPurchase } from '../../../src/contract/account.ts'
import type { ButtonKind } from '../../design/button.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { Qr } from '../../design/qr.tsx'

/** As in the style sheet: there is room for a second column. */
const WIDE_SCREEN = '(min-width: 60rem)'

/** On a phone the code is copied; the picture is for those who read it with another device, and a computer shows it. */
export function PixCode({
  code,
  qr,
  id = 'pix-code',
  kind = 'primary',
}: {
  code: string
  qr: AccountPurchase['nextQr']
  /** Another one where a page shows two. */
  id?: string
  kind?: ButtonKind
}): JSX.Element {
  const [isWide] = useState(() => matchMedia(WIDE_SCREEN).matches)
  return (
    <>
      {isWide && qr && <Qr qr={qr} label="QR Code do Pix" />}
      <CopyButton kind={kind} text={code} label="Copiar código Pix" done="Código Pix copiado" selects={id} />
      <details>
        <summary>{isWide ? 'Mostrar o código' : 'Mostrar QR Code e código'}</summary>
        <div class="stack">
          {!isWide && qr && <Qr qr={qr} label="QR Code do Pix" />}
          <code class="code-box" id={id}>
            {code}
          </code>
        </div>
      </details>
    </>
  )
}
