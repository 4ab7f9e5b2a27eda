import type { JSX } from 'preact'
import { type DeskDecision, PICTURES } from '../../../src/contract/desk.ts'
import { writeInstant } from '../../design/format.ts'
import { Timeline } from '../../design/timeline.tsx'
import { DONE_WORDS, PICTURE_WORDS, STATE_WORDS, wordOf } from '../words.ts'

/** Which picture is requested again; other decisions have no picture as target. */
function writePicture({ target }: DeskDecision): string {
  const picture = PICTURES.find(each => each === target)
  return picture === undefined ? '' : ` (${PICTURE_WORDS[picture]})`
}

/** The decisions about one case, newest first. */
export function Decisions({ decisions }: { decisions: readonly DeskDecision[] }): JSX.Element {
  if (decisions.length === 0) return <p class="soft">Ninguém decidiu nada ainda.</p>
  return (
    <Timeline
      events={decisions.map(decision => ({
        key: decision.id,
        title: (
          <>
            <strong>{wordOf(DONE_WORDS, decision.result)}</strong>
            {writePicture(decision)}
            {decision.state !== 'done' && <span class="soft"> · {wordOf(STATE_WORDS, decision.state)}</span>}
          </>
        ),
        more: (
          <>
            <p>“{decision.reason}”</p>
            {decision.answeredBy && (
              <p class="soft small">
                {decision.state === 'declined' ? 'Não aprovado' : 'Aprovado'} por {decision.answeredBy.name}:
                “{decision.answerReason}”
              </p>
            )}
          </>
        ),
        meta: `${decision.decidedBy.name}, ${writeInstant(decision.decidedAt)}`,
      }))}
    />
  )
}
