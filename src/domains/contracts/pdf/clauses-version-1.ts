import { writeAmount, writeDate, writePercentage } from '../../../brazil/writing.ts'
import type { AgreementVersion1 } from '../agreement.ts'

export interface Clause {
  readonly title: string
  readonly text: string
}

/**
 * The wording of agreement version 1. Changing a word needs a new version, because signed documents are rendered again
 * from it.
 */
export function composeClausesOfVersion1(agreement: AgreementVersion1): Clause[] {
  const { installments, lender, netLoanCentavos, totalCentavos } = agreement
  const first = installments[0]
  const last = installments.at(-1)
  if (first === undefined || last === undefined) throw new Error('a contract has installments')
  const dates =
    installments.length === 1
      ? `com vencimento em ${writeDate(first.dueDate)}`
      : `a primeira com vencimento em ${writeDate(first.dueDate)} e a última em ${writeDate(last.dueDate)}`
  return [
    {
      title: 'Promessa de pagamento',
      text: `Por esta Cédula de Crédito Bancário, o EMITENTE promete pagar ao CREDOR, ou à sua ordem, em moeda corrente nacional, a dívida em dinheiro, certa, líquida e exigível, de ${writeAmount(totalCentavos)}, em ${installments.length} ${installments.length === 1 ? 'parcela' : 'parcelas'} de ${writeAmount(first.amountCentavos)}, ${dates}, conforme o quadro de pagamentos.`,
    },
    {
      title: 'Liberação do crédito',
      text: `O CREDOR paga à LOJA, por conta do EMITENTE, ${writeAmount(netLoanCentavos)}, que é o valor da compra menos a entrada. Nada é entregue ao EMITENTE em dinheiro. A Cédula produz efeitos depois de assinada e de paga a entrada, quando houver.`,
    },
    {
      title: 'Juros e custo efetivo total',
      text: `Sobre o valor total do crédito incidem juros remuneratórios prefixados de ${writePercentage(agreement.interestRatePM)} ao mês (${writePercentage(agreement.interestRatePA)} ao ano), capitalizados mensalmente (Lei nº 10.931/2004, art. 28, § 1º, I), já incluídos nas parcelas. O Custo Efetivo Total (CET) é de ${writePercentage(agreement.cetPA)} ao ano (${writePercentage(agreement.cetPM)} ao mês), calculado conforme a Resolução CMN nº 4.881/2020, e considera os juros, os tributos, a tarifa e o seguro indicados no quadro resumo.`,
    },
    {
      title: 'Tributos e tarifa',
      text: `O IOF de ${writeAmount(agreement.iofCentavos)} (alíquota diária de ${agreement.dailyIof.toFixed(4).replace('.', ',')} % e adicional de ${writePercentage(agreement.fixedIof)}) é financiado. ${agreement.feeCentavos > 0 ? `A tarifa de cadastro de ${writeAmount(agreement.feeCentavos)} é cobrada uma única vez, no início do relacionamento, e é financiada.` : 'Não é cobrada tarifa de cadastro.'} Em dia, nenhum outro encargo é devido.`,
    },
    {
      title: 'Forma e lugar do pagamento',
      text: `As parcelas são pagas por boleto bancário, em qualquer banco ou por meio eletrônico, até o vencimento; o vencimento em dia sem expediente bancário pode ser pago no dia útil seguinte, sem encargos. O lugar do pagamento é ${lender.city}. Os boletos são entregues ao EMITENTE ao fim da contratação, sem custo.`,
    },
    {
      title: 'Atraso',
      text: 'A parcela paga em atraso é acrescida de multa de 2 % e de juros de mora de 1 % ao mês, proporcionais aos dias de atraso, e de nenhum outro encargo. O atraso pode ser comunicado aos órgãos de proteção ao crédito, depois de aviso ao EMITENTE.',
    },
    {
      title: 'Liquidação antecipada',
      text: 'O EMITENTE pode pagar antes do prazo, no todo ou em parte, com redução proporcional dos juros e demais acréscimos (Código de Defesa do Consumidor, art. 52, § 2º), sem tarifa.',
    },
    {
      title: 'Direito de arrependimento',
      text: 'O EMITENTE pode desistir em até 7 dias da conclusão da contratação, sem dar motivo e sem custo, pela página em que assinou ou por meio da LOJA (Código de Defesa do Consumidor, art. 49). O que tiver pago, inclusive a entrada, é devolvido em até 10 dias úteis.',
    },
    {
      title: 'Seguro de crédito',
      text: agreement.hasInsurance
        ? `O EMITENTE escolheu contratar o seguro de crédito, com prêmio de ${writeAmount(agreement.premiumCentavos)}, financiado. O seguro é opcional: não é condição para o crédito nem muda a taxa de juros.`
        : 'O seguro de crédito é opcional e não foi contratado. Não é condição para o crédito nem muda a taxa de juros.',
    },
    {
      title: 'Dados pessoais',
      text: 'O CREDOR trata os dados pessoais do EMITENTE, inclusive as imagens do documento e do rosto, para identificá-lo, prevenir fraudes, executar este contrato e cumprir obrigações legais (Lei nº 13.709/2018). O EMITENTE pode pedir acesso, correção e a revisão de decisões automatizadas.',
    },
    {
      title: 'Assinatura eletrônica',
      text: 'As partes aceitam como válida a assinatura eletrônica por código enviado ao celular do EMITENTE (Medida Provisória nº 2.200-2/2001, art. 10, § 2º; Lei nº 14.063/2020; Lei nº 10.931/2004, art. 29, § 5º). O código de verificação no rodapé identifica este conteúdo: qualquer alteração o muda.',
    },
    {
      title: 'Foro',
      text: 'Fica eleito o foro do domicílio do EMITENTE. Esta via é não negociável.',
    },
  ]
}
