import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { SpecialCaseView } from '../../../src/contract/desk-special-cases.ts'
import { Alert } from '../../design/alert.tsx'
import { Card } from '../../design/card.tsx'
import { writeInstant } from '../../design/format.ts'
import { post } from '../api.ts'
import { useDesk, useMay } from '../desk-context.ts'

interface CaseDocumentsProps {
  readonly view: SpecialCaseView
  readonly onChanged: () => void
}

const MOST_BYTES = 10 * 1024 * 1024

/** The files of a case. They are untrusted: an operator downloads them, and no page of ours shows them. */
export function CaseDocuments({ view, onChanged }: CaseDocumentsProps): JSX.Element {
  const may = useMay()
  const { explain } = useDesk()
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const add = async (file: File): Promise<void> => {
    setProblem(file.size > MOST_BYTES ? 'O arquivo passa de 10 MB.' : undefined)
    if (file.size > MOST_BYTES) return
    setSending(true)
    const document = await readBase64(file)
    await post(`/special-cases/${view.caseId}/documents`, { document })
      .then(onChanged)
      .catch(error => setProblem(explain(error)))
    setSending(false)
  }
  return (
    <Card title="Documentos">
      {view.documents.length === 0 && <p class="soft">Nenhum documento ainda.</p>}
      {view.documents.map((document, index) => (
        <p key={document.id}>
          {may('special-case.change') ? (
            <a href={`/desk/api/special-cases/${view.caseId}/documents/${document.id}`} download>
              Documento {index + 1}
            </a>
          ) : (
            `Documento ${index + 1}`
          )}
          <span class="soft small">
            {' '}
            · {Math.ceil(document.bytes / 1024)} kB, {writeInstant(document.addedAt)}
          </span>
        </p>
      ))}
      {may('special-case.change') && view.endedAt === undefined && (
        <div class="field">
          <label for={id}>Juntar um documento (PDF)</label>
          <input
            id={id}
            type="file"
            accept="application/pdf"
            disabled={isSending}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file !== undefined) void add(file)
              currentTarget.value = ''
            }}
          />
        </div>
      )}
      {problem && <Alert tone="bad">{problem}</Alert>}
    </Card>
  )
}

async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 32_768)
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(text)
}
