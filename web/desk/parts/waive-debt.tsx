import type { JSX } from 'preact'
import type { DecisionOutcome } from '../../../src/contract/desk.ts'
import type { LoanInstallment } from '../../../src/contract/desk-loans.ts'
import { Button } from '../../design/button.tsx'
import { writeMoney } from '../../design/format.ts'
import { useModal } from '../../design/modal.tsx'
import { post } from '../api.ts'
import { useDesk } from '../desk-context.ts'
import { addressOf } from '../route.ts'
import { ReasonModal } from './reason-modal.tsx'

interface WaiveDebtProps {
  readonly transactionId: string
  readonly row: LoanInstallment
}

/** Forgives what is open of an installment, with its charges. */
export function WaiveDebt({ transactionId, row }: WaiveDebtProps): JSX.Element {
  const { leave, session } = useDesk()
  const modal = useModal()
  return (
    <>
      <Button kind="quiet" wide={false} onPress={modal.open}>
        Perdoar saldo
      </Button>
      <ReasonModal
        modal={modal}
        title={`Perdoar ${writeMoney(row.today ?? 0)} da ${row.installment}ª parcela?`}
        label="Motivo"
        hint={`Acima de ${writeMoney(session.waiveAloneUpTo)} perdoados no mesmo contrato, outra pessoa precisa aprovar.`}
        confirm="Perdoar saldo"
        isDanger
        suggestions={['Diferença pequena, não compensa cobrar', 'Erro nosso na cobrança']}
        send={async reason => {
          const { outcome } = await post<DecisionOutcome>(`/loans/${transactionId}/waivers`, {
            installment: row.installment,
            reason,
          })
          leave(
            addressOf.loan(transactionId),
            outcome === 'proposed'
              ? 'Perdão proposto: espera a segunda pessoa.'
              : 'Saldo perdoado. O cliente recebe um aviso.',
          )
        }}
      >
        <p class="soft small">
          A parcela fica quitada sem pagamento, com multa e juros. O cliente é avisado, e a negativação por
          ela termina.
        </p>
      </ReasonModal>
    </>
  )
}
