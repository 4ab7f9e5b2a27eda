import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Applicant } from '../../../src/contract/desk.ts'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { useAction } from '../../design/use-action.ts'
import { post } from '../api.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { Facts } from './facts.tsx'

/** Masked until requested, because each look is recorded in the audit log. */
export function ApplicantCard({ caseId, masked }: { caseId: string; masked: Applicant }): JSX.Element {
  const { explain } = useDesk()
  const may = useMay()
  const [revealed, setRevealed] = useState<Applicant>()
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      setRevealed(await post<Applicant>(`/cases/${caseId}/reveal`))
      announce('Dados completos à vista.')
    } catch (error) {
      setProblem(explain(error))
    }
  })
  const { facts, phone, email, address } = revealed ?? masked
  return (
    <Card title="Cliente">
      <Facts facts={facts} />
      <div class="wrapping">
        <Figures
          rows={[
            { name: 'Telefone', value: phone },
            { name: 'E-mail', value: email },
            { name: revealed ? 'Endereço' : 'Cidade', value: address },
          ]}
        />
      </div>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {may('case.reveal') && revealed === undefined && (
        <Button kind="quiet" busy={busy} onPress={() => void run()}>
          Mostrar dados completos
        </Button>
      )}
    </Card>
  )
}
