import type { JSX } from 'preact'
import type { Attention } from '../../../src/contract/desk.ts'
import { Tag } from '../../design/tag.tsx'
import { useDesk } from '../desk-context.ts'

/** Marks rows that another operator works on or has proposed a decision for. */
export function AttentionTags({ claimedBy, proposal }: Attention): JSX.Element {
  const { operator } = useDesk().session
  return (
    <span class="tags">
      {proposal && <Tag>Espera aprovação</Tag>}
      {claimedBy && <Tag>{claimedBy.id === operator.id ? 'Com você' : `Com ${claimedBy.name}`}</Tag>}
      {!proposal && !claimedBy && <span class="soft">Livre</span>}
    </span>
  )
}
