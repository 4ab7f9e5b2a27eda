import { transitions } from '../src/domains/purchases/transitions.ts'

type Row = (typeof transitions)[number]

/**
 * The diagram shows the states of a purchase; final states that are reachable from many states are drawn once, from
 * their group.
 */
export function presentPurchaseLife(note: string): string {
  return `${note}
# The life of a purchase

A transaction carries a status and a step. What can happen to it is this table, and nothing else: a pair of state and
event that is not here is refused, first by the table and again by the update that repeats the expected state.

\`\`\`mermaid
stateDiagram-v2
${[...new Set(transitions.flatMap(drawRow))].map(line => `  ${line}`).join('\n')}
\`\`\`

| Event | When | From | To | By | Reason | Tells |
|---|---|---|---|---|---|---|
${transitions.map(presentRow).join('\n')}
`
}

function presentRow(row: Row): string {
  const cells = [
    row.event,
    row.when ?? '',
    presentOrigins(row),
    presentTarget(row),
    row.by,
    row.cancelReason ?? '',
    row.publishes ?? '',
  ]
  return `| ${cells.join(' | ')} |`
}

function presentOrigins({ from }: Row): string {
  if (from === 'new') return '–'
  const byStatus = Map.groupBy(from, ({ status }) => status)
  return [...byStatus]
    .map(
      ([status, states]) =>
        `${status}/${states.length > 3 ? '*' : states.map(({ step }) => step).join(', ')}`,
    )
    .join('; ')
}

function presentTarget({ to }: Row): string {
  if (typeof to === 'string') return to
  return to.step === undefined ? to.status : `${to.status}/${to.step}`
}

function drawRow(row: Row): string[] {
  const { from, to, event } = row
  if (typeof to === 'string') return []
  if (from === 'new') return [`[*] --> ${to.step ?? to.status}: ${event}`]
  const target = to.status === 'PENDING' && to.step !== undefined ? to.step : to.status
  const origins = from.length > 3 ? [...new Set(from.map(({ status }) => status))] : from.map(nameState)
  return origins.map(origin => `${origin} --> ${target}: ${event}`)
}

function nameState({ status, step }: { status: string; step: string }): string {
  return status === 'PENDING' ? step : status
}
