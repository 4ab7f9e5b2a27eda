import type { OrderCredit } from '../describe-order.ts'

export const STATE_WORDS: Readonly<Record<string, string>> = {
  waiting: 'Esperando o cliente',
  paid: 'Aprovado',
  canceled: 'Cancelado',
  attention: 'Precisa de atenção',
}

export const STEP_WORDS: Readonly<Record<string, string>> = {
  WAITING: 'O cliente ainda não começou',
  CONFIRMATION: 'O cliente confirma o celular',
  FRONTDOC: 'O cliente fotografa o documento',
  BACKDOC: 'O cliente fotografa o documento',
  SELFIE: 'O cliente tira a selfie',
  ASYNC_ANALYSE: 'Em análise',
  DESK: 'Em análise por uma pessoa',
  INSURANCE: 'O cliente decide sobre o seguro',
  SIGNATURE: 'O cliente assina o contrato',
  ENTRY: 'Esperando a entrada',
  COMPLETE: 'Contrato assinado',
}

type Purchase = NonNullable<OrderCredit['purchase']>
type Preview = NonNullable<OrderCredit['cancelPreview']>

const money = (reais: number): string =>
  reais.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' }).replaceAll('\u00a0', ' ')

export function describeInstallments(installments: Purchase['installments']): string {
  const paid = installments.filter(({ status }) => status === 'PAID').length
  const [first] = installments
  const each = first === undefined ? '' : ` de ${money(first.value)}`
  return `${installments.length}×${each}, ${paid === 0 ? 'nenhuma paga' : `${paid} ${paid === 1 ? 'paga' : 'pagas'}`}`
}

export function describePreview({ customer, retailer }: Preview): readonly string[] {
  return [
    `O cliente recebe ${money(customer.refundValue)} e deixa de dever ${money(customer.releasedValue)}.`,
    ...(retailer.owedValue > 0 ? [`A loja devolve ${money(retailer.owedValue)} nos próximos repasses.`] : []),
    ...(retailer.untransferredValue > 0
      ? [`A loja deixa de receber ${money(retailer.untransferredValue)}.`]
      : []),
  ]
}
