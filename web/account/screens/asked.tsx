import type { JSX } from 'preact'
import type { AccountQuote, AccountSettlement } from '../../../src/contract/account.ts'
import { Alert } from '../../design/alert.tsx'
import { LinkButton } from '../../design/button.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { PixCode } from './pix-code.tsx'

/** Line and Pix of what was chosen. */
export function Asked({ settlement }: { settlement: AccountSettlement }): JSX.Element {
  const { value, saving, date, pixCode, qr, digitLine, digitLineText, billetUrl } = settlement
  return (
    <>
      <p class="headline">
        <strong>{writeMoney(value)}</strong>
        <span class="soft">
          só em {writeDate(date)}.{' '}
          {saving > 0
            ? `Você economiza ${writeMoney(saving)} em ${nameAll(settlement)}.`
            : `Paga ${nameAll(settlement)}.`}
        </span>
      </p>
      {pixCode && <PixCode code={pixCode} qr={qr} id="early-pix-code" />}
      {digitLine && (
        <>
          <code class="code-box by-words" id="early-digit-line">
            {digitLineText}
          </code>
          <CopyButton
            kind={pixCode === undefined ? 'primary' : 'quiet'}
            text={digitLine}
            label="Copiar linha digitável"
            done="Linha digitável copiada"
            selects="early-digit-line"
          />
        </>
      )}
      {billetUrl && (
        <LinkButton href={`${billetUrl}/pdf`} kind="plain" download="boleto.pdf">
          Baixar este boleto (PDF)
        </LinkButton>
      )}
      {pixCode === undefined && digitLine === undefined && (
        <Alert title="Boleto em registro no banco">Volte em alguns minutos para pagar.</Alert>
      )}
    </>
  )
}

const nameAll = ({ installments }: AccountQuote): string =>
  installments.length === 1 ? `1 parcela (${installments[0]})` : `${installments.length} parcelas`
