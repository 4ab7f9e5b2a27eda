import type { JSX } from 'preact'
import type { ConsoleBlocker, ConsoleTransfer } from '../../../src/contract/console-orders.ts'
import { Alert } from '../../design/alert.tsx'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeInstant, writeMoney } from '../../design/format.ts'
import { BLOCKER_WORDS } from '../order-words.ts'

/** Why the shop has not been paid for an order, and when it will be. */
export function TransferCard({ transfer }: { transfer: ConsoleTransfer }): JSX.Element {
  const { state, blockers, expectedOn, transferedAt, money } = transfer
  const [first, ...later] = blockers
  return (
    <Card title={state === 'TRANSFERED' ? 'Repasse' : 'Por que ainda não foi pago'}>
      {state === 'TRANSFERED' && (
        <Alert tone="good" title="Repassado">
          {transferedAt && writeInstant(transferedAt)}
        </Alert>
      )}
      {first && (
        <Alert tone={state === 'BLOCKED' ? 'warn' : 'calm'} title={BLOCKER_WORDS[first.code].title}>
          {describe(first)}
        </Alert>
      )}
      {later.length > 0 && (
        <div>
          <p class="soft small">Depois disso:</p>
          <ul class="steps-after">
            {later.map(each => (
              <li key={each.code}>
                <strong>{BLOCKER_WORDS[each.code].title}.</strong> {describe(each)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {(expectedOn || money) && (
        <Figures
          rows={[
            ...(expectedOn ? [{ name: 'Dia previsto', value: writeDate(expectedOn) }] : []),
            ...(money
              ? [
                  { name: 'Venda', value: writeMoney(money.purchase) },
                  ...listKept('Comissão', money.commission),
                  ...listKept('Retenção', money.retention),
                  { name: 'Repasse', value: writeMoney(money.transfer), strong: true },
                  ...(money.reference
                    ? [
                        {
                          name: 'Referência no banco',
                          value: <span class="breakable">{money.reference}</span>,
                        },
                      ]
                    : []),
                ]
              : []),
          ]}
        />
      )}
    </Card>
  )
}

/** What is kept of the sale; nothing is not worth a line. */
const listKept = (name: string, amount: number) =>
  amount === 0 ? [] : [{ name, value: writeMoney(-amount) }]

function describe({ code, since, until, reason, amount }: ConsoleBlocker): string {
  const parts = [
    BLOCKER_WORDS[code].text,
    ...(reason === undefined ? [] : [`Motivo: ${reason}`]),
    ...(amount === undefined ? [] : [`Valor: ${writeMoney(amount)}.`]),
    ...(until === undefined ? [] : [`Até ${writeInstant(until)}.`]),
    ...(until === undefined && since !== undefined ? [`Desde ${writeInstant(since)}.`] : []),
  ]
  return parts.join(' ')
}
