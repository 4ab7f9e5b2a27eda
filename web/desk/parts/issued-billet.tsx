import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { LoanBillet } from '../../../src/contract/desk-loans.ts'
import { Button } from '../../design/button.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { CodeToSend } from './code-to-send.tsx'

/** A billet that was just issued, to be read out or sent to the customer. */
export function IssuedBillet({ billet, onClose }: { billet: LoanBillet; onClose: () => void }): JSX.Element {
  const { digitLine, pixCode } = billet
  const heading = useRef<HTMLParagraphElement>(null)
  // What was focused is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div class="stack">
      <p ref={heading} tabIndex={-1}>
        <strong>Pronto.</strong> Envie ao cliente o link, a linha digitável ou o código Pix.
      </p>
      <Figures
        rows={[
          { name: 'Valor', value: writeMoney(billet.amount), strong: true },
          { name: 'Vencimento', value: writeDate(billet.dueDate) },
        ]}
      />
      <CodeToSend name="Link do boleto" text={billet.link} />
      {digitLine === undefined ? (
        <p class="soft small">A linha digitável aparece quando o banco registrar o boleto.</p>
      ) : (
        <CodeToSend name="Linha digitável" text={digitLine} />
      )}
      {pixCode !== undefined && <CodeToSend name="Código Pix" text={pixCode} />}
      <Button onPress={onClose}>Fechar</Button>
    </div>
  )
}
