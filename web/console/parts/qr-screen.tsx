import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import type { ConsoleLinkDetail } from '../../../src/contract/console-selling.ts'
import { Button } from '../../design/button.tsx'
import { writeMoney } from '../../design/format.ts'
import type { ModalHandle } from '../../design/modal.tsx'
import { Qr } from '../../design/qr.tsx'

interface QrScreenProps {
  readonly modal: ModalHandle
  readonly link: ConsoleLinkDetail
  readonly shopName: string
}

/** For the counter: the customer points a phone at the seller's screen. */
export function QrScreen({ modal, link, shopName }: QrScreenProps): JSX.Element {
  const id = useId()
  const { qr, title, amount } = link
  return (
    <dialog class="qr-screen" ref={modal.ref} aria-labelledby={id}>
      <div class="qr-screen-content">
        <h2 id={id}>{shopName}</h2>
        {qr && <Qr qr={qr} label="QR code do link de pagamento" />}
        <p class="qr-screen-title">
          <strong>{title}</strong>
          {amount !== undefined && <span>{writeMoney(amount)}</span>}
        </p>
        <p class="soft">Aponte a câmera do celular para abrir a compra.</p>
        <Button kind="quiet" wide={false} onPress={modal.close}>
          Fechar
        </Button>
      </div>
    </dialog>
  )
}
