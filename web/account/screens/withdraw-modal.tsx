import type { JSX } from 'preact'
import type { AccountPurchase } from '../../../src/contract/account.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Modal, type ModalHandle } from '../../design/modal.tsx'
import { type Around, useSend } from '../use-send.ts'

interface WithdrawModalProps extends Around {
  readonly modal: ModalHandle
  readonly purchase: AccountPurchase
}

export function WithdrawModal({ modal, purchase, ...around }: WithdrawModalProps): JSX.Element {
  const { busy, problem, setProblem, run } = useSend(around)
  const { id: transactionId, retailerName, isAgreement } = purchase
  return (
    <Modal
      modal={modal}
      title={isAgreement ? 'Desistir do acordo?' : 'Desistir da compra?'}
      onClose={() => setProblem(undefined)}
    >
      <p>
        {isAgreement
          ? 'O acordo não começa, e o que falta da compra segue como está. Se a entrada já foi paga, ela volta para você.'
          : `A compra em ${retailerName} e o contrato são cancelados, e o que você pagou volta para você. Se já recebeu os produtos, combine a devolução com a loja.`}
      </p>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <div class="row">
        <Button onPress={modal.close}>Continuar com {isAgreement ? 'o acordo' : 'a compra'}</Button>
        <Button
          kind="danger"
          busy={busy}
          onPress={() => void run(client => client.act('withdraw', { transactionId }))}
        >
          Sim, desistir
        </Button>
      </div>
    </Modal>
  )
}
