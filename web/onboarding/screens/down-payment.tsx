import type { JSX } from 'preact'
import type { OnboardingDownPayment } from '../../../src/contract/onboarding.ts'
import { Heading } from '../../customer/heading.tsx'
import { toOwnPath } from '../../customer/own-path.ts'
import { LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { writeDayAndMonth, writeMoney } from '../../design/format.ts'
import { Qr } from '../../design/qr.tsx'

interface DownPaymentProps {
  readonly billet: OnboardingDownPayment
  readonly isAgreement: boolean
}

export function DownPayment({ billet, isAgreement }: DownPaymentProps): JSX.Element {
  return (
    <>
      <Heading title={`Pague a entrada de ${writeMoney(billet.value)}`}>
        {isAgreement
          ? 'Acordo assinado. Ele começa a valer com a entrada paga.'
          : 'Contrato assinado. Com a entrada paga, sua compra está concluída.'}{' '}
        Pague até {writeDayAndMonth(billet.expirationDate)}.
      </Heading>
      {billet.pixCode && <PixCard code={billet.pixCode} qr={billet.pixQr} />}
      <BilletCard billet={billet} />
      <p class="waiting small" role="status">
        <span class="spinner" aria-hidden="true" />
        Esperando o pagamento. Esta página muda sozinha quando ele chegar.
      </p>
      <p class="soft small">Antes de pagar, confira no aplicativo do seu banco o beneficiário e o valor.</p>
    </>
  )
}

const isWide = (): boolean => matchMedia('(min-width: 40rem)').matches

function PixCard(props: { code: string; qr: OnboardingDownPayment['pixQr'] }): JSX.Element {
  const { code, qr } = props
  return (
    <Card title="Pix, na hora">
      <p class="soft">Copie o código e cole em Pix copia e cola no aplicativo do seu banco.</p>
      <CopyButton text={code} label="Copiar código Pix" done="Código Pix copiado" selects="pix-code" />
      {/* Who reads this on a computer has the phone that scans in the other hand. */}
      <details open={isWide()}>
        <summary>Mostrar QR Code e código</summary>
        <div class="stack">
          {qr && <Qr qr={qr} label="QR Code do Pix" />}
          <code class="code-box" id="pix-code">
            {code}
          </code>
        </div>
      </details>
    </Card>
  )
}

function BilletCard({ billet }: { billet: OnboardingDownPayment }): JSX.Element {
  if (billet.digitLine === undefined)
    return (
      <Card title="Boleto em registro no banco">
        <p class="soft">
          Seu banco ainda não conhece este boleto. A linha para pagar aparece aqui sozinha, em algumas horas.
        </p>
      </Card>
    )
  return (
    <Card title="Boleto, em até 2 dias úteis">
      <p class="soft">No aplicativo do seu banco, escolha pagar boleto e cole esta linha.</p>
      <code class="code-box by-words" id="digit-line">
        {billet.digitLineText}
      </code>
      <CopyButton
        kind="quiet"
        text={billet.digitLine}
        label="Copiar linha digitável"
        done="Linha digitável copiada"
        selects="digit-line"
      />
      <LinkButton href={toOwnPath(billet.billetUrl)} kind="plain" newTab>
        Abrir o boleto
      </LinkButton>
    </Card>
  )
}
