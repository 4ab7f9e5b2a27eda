import type { JSX } from 'preact'
import type { AccountBill, AccountPurchase } from '../../../src/contract/account.ts'
import type { LenderContact } from '../../../src/contract/lender.ts'
import { Alert } from '../../design/alert.tsx'
import { LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { type Figure, Figures } from '../../design/figures.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import type { Around } from '../use-send.ts'
import { countDays, nameBill } from '../words.ts'
import { PixCode } from './pix-code.tsx'
import { findRest, Rest } from './rest.tsx'
import { SecondCopy } from './second-copy.tsx'

interface PayCardProps extends Around {
  readonly purchase: AccountPurchase
  readonly bill: AccountBill
  readonly lender: LenderContact | undefined
}

/** What is next, and every way to pay it now. */
export function PayCard({ purchase, bill, lender, ...around }: PayCardProps): JSX.Element {
  const { today, pixCode, standing } = bill
  const { id: transactionId, nextQr: qr, acceleration } = purchase
  // The codes of a billet state its face value: where another amount is owed, new ones ask for it.
  const isCopyFirst = standing === 'late' && bill.copyId !== undefined
  const rest = findRest(purchase, bill)
  const areOld = isCopyFirst || rest !== undefined
  return (
    <Card title={nameBill(bill)}>
      <p class="headline">
        <strong>{writeMoney(today?.total ?? bill.value)}</strong>
        <span class="soft">{describeDay(bill, acceleration)}</span>
      </p>
      {hasParts(bill) && <Figures rows={listParts(bill)} />}
      {isCopyFirst && (
        <>
          <p class="soft small">
            A segunda via é um boleto novo com o valor de hoje, sem custo de emissão e sem nada para você
            corrigir.
          </p>
          <SecondCopy transactionId={transactionId} bill={bill} kind="primary" {...around} />
        </>
      )}
      {rest && <Rest purchase={purchase} quote={rest} {...around} />}
      {pixCode && rest === undefined && (
        <PixCode code={pixCode} qr={qr} kind={isCopyFirst ? 'quiet' : 'primary'} />
      )}
      {standing === 'registering' && (
        <Alert title="Boleto em registro no banco">
          {pixCode === undefined
            ? 'A linha para pagar aparece aqui em algumas horas.'
            : 'Você já pode pagar com Pix. A linha do boleto aparece aqui em algumas horas.'}
        </Alert>
      )}
      {standing === 'expired' && (
        <Alert tone="warn" title="Os bancos não aceitam mais este boleto">
          Gere a segunda via: um boleto novo, com o valor de hoje e sem custo de emissão.
        </Alert>
      )}
      {standing === 'expired' && (
        <SecondCopy transactionId={transactionId} bill={bill} kind="primary" {...around} />
      )}
      {bill.digitLine &&
        (areOld ? (
          <details>
            <summary>Usar o boleto antigo</summary>
            <div class="stack">
              <DigitLine bill={bill} line={bill.digitLine} isFirst={false} />
            </div>
          </details>
        ) : (
          <DigitLine bill={bill} line={bill.digitLine} isFirst={pixCode === undefined} />
        ))}
      <p class="soft small">
        Antes de pagar, confira no seu banco o beneficiário{lender === undefined ? '' : ` (${lender.name})`} e
        o valor.
      </p>
    </Card>
  )
}

function DigitLine({
  bill,
  line,
  isFirst,
}: {
  bill: AccountBill
  line: string
  isFirst: boolean
}): JSX.Element {
  const isPart = (bill.today?.alreadyPaid ?? 0) + (bill.today?.excluded ?? 0) > 0
  return (
    <>
      <h3>{isFirst ? 'Pague o boleto' : 'Ou pague o boleto'}</h3>
      {isPart && (
        <p class="soft small">
          A linha traz o valor inteiro, de {writeMoney(bill.value)}: troque pelo que falta. Se o banco não
          deixar, devolvemos a diferença.
        </p>
      )}
      <code class="code-box by-words" id="digit-line">
        {bill.digitLineText}
      </code>
      <CopyButton
        kind={isFirst ? 'primary' : 'quiet'}
        text={line}
        label="Copiar linha digitável"
        done="Linha digitável copiada"
        selects="digit-line"
      />
      {bill.billetUrl && (
        <LinkButton href={`${bill.billetUrl}/pdf`} kind="plain" download="boleto.pdf">
          Baixar este boleto (PDF)
        </LinkButton>
      )}
    </>
  )
}

function describeDay(
  { today, dueDate, payUntil, copyOf }: AccountBill,
  acceleration: AccountPurchase['acceleration'],
): string {
  const daysLate = today?.daysLate ?? 0
  if (daysLate === 0 && acceleration !== undefined && copyOf === undefined)
    return `é o valor desta parcela hoje. Venceu em ${writeDate(acceleration.since)}, com todo o contrato.`
  if (daysLate === 0 && copyOf !== undefined)
    return `até ${writeDate(dueDate)}. É a segunda via da parcela que venceu em ${writeDate(copyOf)}.`
  if (daysLate === 0) return `vence em ${writeDate(dueDate)}`
  const until = payUntil === undefined ? '' : ` Pode ser paga até ${writeDate(payUntil)}.`
  return `é o valor desta parcela hoje. Venceu em ${writeDate(copyOf ?? dueDate)}, há ${countDays(daysLate)}.${until}`
}

function hasParts({ today }: AccountBill): boolean {
  return today !== undefined && today.total !== today.value
}

/** Where today's value comes from. */
function listParts({ today, copyOf, standing }: AccountBill): Figure[] {
  if (today === undefined) return []
  const isCopyInTime = copyOf !== undefined && standing === 'open'
  const rows: Figure[] = [{ name: 'Valor da parcela', value: writeMoney(today.value) }]
  if (today.excluded > 0)
    rows.push({ name: 'Juros do tempo que faltava', value: `− ${writeMoney(today.excluded)}` })
  if (today.alreadyPaid > 0) rows.push({ name: 'Já pago', value: `− ${writeMoney(today.alreadyPaid)}` })
  if (today.fine > 0) rows.push({ name: 'Multa de 2%', value: writeMoney(today.fine) })
  if (today.interest > 0)
    rows.push({ name: 'Juros de 1% ao mês', hint: 'por dia de atraso', value: writeMoney(today.interest) })
  return [
    ...rows,
    {
      // Before its day an installment costs less if it is paid at once: this is not an amount of today.
      name: isCopyInTime
        ? 'Total da segunda via'
        : standing === 'open'
          ? 'Falta nesta parcela'
          : 'Total hoje desta parcela',
      value: writeMoney(today.total),
      strong: true,
    },
  ]
}
