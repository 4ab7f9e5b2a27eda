import { writeAmount, writeDate, writePercentage } from '../../../brazil/writing.ts'
import { daysBetween } from '../../../kernel/calendar-date.ts'
import type { Agreement } from '../agreement.ts'

export interface Clause {
  readonly title: string
  readonly text: string
}

/**
 * The wording of agreement version 2. Changing a word needs a new version, because signed documents are rendered again
 * from it.
 */
export function composeClausesOfVersion2(agreement: Agreement): Clause[] {
  return [
    ...composeDebt(agreement),
    ...composePayments(agreement),
    ...composeDelays(agreement),
    ...composeRights(agreement),
  ]
}

function composeDebt(agreement: Agreement): Clause[] {
  const { installments, netLoanCentavos, totalCentavos, contractDate } = agreement
  const first = installments[0]
  if (first === undefined) throw new Error('a contract has installments')
  const count = `${installments.length} ${installments.length === 1 ? 'parcela' : 'parcelas'}`
  const days = daysBetween(contractDate, first.dueDate)
  return [
    {
      title: 'Promessa de pagamento',
      text: `Por esta Cédula de Crédito Bancário, o EMITENTE promete pagar ao CREDOR, ou à sua ordem, em moeda corrente nacional, a dívida em dinheiro, certa, líquida e exigível, de ${writeAmount(totalCentavos)}, em ${count} de ${writeAmount(first.amountCentavos)}, nas datas do quadro de pagamentos.`,
    },
    {
      title: 'Liberação do crédito e datas',
      text: `O CREDOR paga à LOJA, por conta do EMITENTE, ${writeAmount(netLoanCentavos)}, que é o valor da compra menos a entrada; nada é entregue ao EMITENTE em dinheiro. O crédito é liberado no dia em que esta Cédula está assinada e a entrada, quando houver, está paga. As datas, o IOF e o CET contam desse dia: a primeira parcela vence ${days} dias depois dele e as demais no mesmo dia dos meses seguintes. O quadro de pagamentos é o da liberação em ${writeDate(contractDate)}. Se ela acontecer em outro dia, o CREDOR envia ao EMITENTE um demonstrativo com as datas, o IOF e o CET desse dia, que passa a integrar esta Cédula. O número de parcelas e a taxa de juros não mudam, e o valor da parcela nunca fica acima do indicado aqui: se o IOF devido for menor, a parcela diminui; se for maior, o CREDOR paga a diferença.`,
    },
    {
      title: 'Juros, sistema de amortização e custo efetivo total',
      text: `Sobre o valor total do crédito incidem juros remuneratórios prefixados de ${writePercentage(agreement.interestRatePM)} ao mês (${writePercentage(agreement.interestRatePA)} ao ano; ${writeDailyRate(agreement.dailyRate)} ao dia em mês de 30 dias), capitalizados mensalmente (Lei nº 10.931/2004, art. 28, § 1º, I), já incluídos nas parcelas. A dívida é amortizada pelo sistema francês de amortização (Tabela Price), em parcelas iguais; os juros de eventual carência são pagos com a primeira parcela e, no que a excederem, somam-se ao saldo. O Custo Efetivo Total (CET) é de ${writePercentage(agreement.cetPA)} ao ano (${writePercentage(agreement.cetPM)} ao mês), calculado conforme a Resolução CMN nº 4.881/2020, e considera os juros, os tributos, a tarifa e o seguro indicados no quadro resumo.`,
    },
    {
      title: 'Tributos e tarifa',
      text: `O IOF de ${writeAmount(agreement.iofCentavos)} (alíquota diária de ${agreement.dailyIof.toFixed(4).replace('.', ',')} % e adicional de ${writePercentage(agreement.fixedIof)}) é financiado e calculado sobre o principal de cada parcela pela Tabela Price. O IOF complementar por atraso é pago pelo CREDOR. ${agreement.feeCentavos > 0 ? `A tarifa de cadastro de ${writeAmount(agreement.feeCentavos)} é cobrada uma única vez, no início do relacionamento, e é financiada.` : 'Não é cobrada tarifa de cadastro.'} Em dia, nenhum outro encargo é devido.`,
    },
  ]
}

function composePayments({ lender }: Agreement): Clause[] {
  return [
    {
      title: 'Forma e lugar do pagamento',
      text: `As parcelas são pagas por boleto bancário ou Pix, até o vencimento; o vencimento em dia sem expediente bancário pode ser pago no dia útil seguinte, sem encargos. O lugar do pagamento é ${lender.city}. Os boletos são entregues ao EMITENTE ao fim da contratação, e a segunda via, quando pedida, sem custo.`,
    },
    {
      title: 'Ordem de imputação',
      text: 'O pagamento que não bastar para tudo o que está vencido quita primeiro a parcela mais antiga e, em cada parcela, os juros de mora, depois a própria parcela (juros e principal) e por último a multa. O que for pago a mais é devolvido.',
    },
    {
      title: 'Liquidação antecipada',
      text: 'O EMITENTE pode pagar antes do prazo, no todo ou em parte, sem tarifa e com redução proporcional dos juros e demais acréscimos (Código de Defesa do Consumidor, art. 52, § 2º). Cada parcela a vencer é trazida a valor presente pela taxa desta Cédula: parcela ÷ (1 + i)^t, em que i é a taxa mensal e t é o número de períodos entre o dia do pagamento e o vencimento, contando-se um período de um vencimento ao seguinte, e a fração pelos dias corridos do período (antes do primeiro vencimento, períodos de 30 dias), com arredondamento ao centavo mais próximo. O EMITENTE escolhe as parcelas que antecipa; sem escolha, são as últimas. O prêmio do seguro, quando houver, é devolvido na proporção dos dias que faltam.',
    },
  ]
}

function composeDelays({ lender }: Agreement): Clause[] {
  return [
    {
      title: 'Atraso',
      text: 'A parcela paga em atraso é acrescida de multa de 2 % e de juros de mora de 1 % ao mês, simples e proporcionais aos dias de atraso, e de nenhum outro encargo. O atraso pode ser comunicado aos órgãos de proteção ao crédito, depois de aviso ao EMITENTE com pelo menos 10 dias para pagar; paga a dívida, a anotação é retirada em até 5 dias úteis.',
    },
    {
      title: 'Vencimento antecipado',
      text: 'Se uma parcela ficar vencida por mais de 90 dias, e depois de aviso ao EMITENTE com pelo menos 15 dias para pagar, o CREDOR pode considerar vencida toda a dívida (Lei nº 10.931/2004, art. 28, § 1º, III). São então devidas as parcelas vencidas com seus encargos e o valor presente das parcelas a vencer, sem os juros do tempo que ainda não passou (Código Civil, art. 1.426) e sem multa sobre elas; sobre a soma correm apenas os juros de mora.',
    },
    {
      title: 'Renegociação',
      text: `A renegociação só vale se aceita por escrito e confirma esta dívida, sem novação. Descumprida por 30 dias, resolve-se: o que foi pago conta para esta dívida no dia de cada pagamento, e o restante volta a ser exigível por ${lender.name} nos termos desta Cédula.`,
    },
  ]
}

function composeRights(agreement: Agreement): Clause[] {
  const { lender, retailer } = agreement
  const channels = [
    lender.sac && `SAC ${lender.sac}`,
    lender.ouvidoria && `ouvidoria ${lender.ouvidoria}`,
    lender.privacy && `dados pessoais ${lender.privacy}`,
  ].filter(Boolean)
  return [
    {
      title: 'Direito de arrependimento',
      text: 'O EMITENTE pode desistir em até 7 dias da conclusão da contratação ou do recebimento dos produtos, o que acontecer por último, sem dar motivo e sem custo, pela página em que assinou ou por meio da LOJA (Código de Defesa do Consumidor, art. 49). O que tiver pago, inclusive a entrada, é devolvido em até 10 dias úteis.',
    },
    {
      title: 'Seguro de crédito',
      text: agreement.hasInsurance
        ? `O EMITENTE escolheu contratar o seguro de crédito, com prêmio de ${writeAmount(agreement.premiumCentavos)}, financiado, garantido por ${agreement.insurer ?? 'seguradora indicada no certificado do seguro'}. O seguro é opcional: não é condição para o crédito nem muda a taxa de juros.`
        : 'O seguro de crédito é opcional e não foi contratado. Não é condição para o crédito nem muda a taxa de juros.',
    },
    {
      title: 'Papel da loja',
      text: `A LOJA, ${retailer.name}, vende os produtos, responde por eles e apresenta ao EMITENTE o crédito do CREDOR; não decide sobre o crédito e nada recebe do EMITENTE além da entrada. Desfeita a compra, desfaz-se também este crédito.`,
    },
    {
      title: 'Dados pessoais e Sistema de Informações de Crédito',
      text: 'O CREDOR trata os dados pessoais do EMITENTE, inclusive as imagens do documento e do rosto, para identificá-lo, prevenir fraudes, executar este contrato e cumprir obrigações legais (Lei nº 13.709/2018). Esta operação é registrada no Sistema de Informações de Crédito (SCR) do Banco Central do Brasil, que o EMITENTE pode consultar no Registrato; a consulta do CREDOR a esse registro depende de autorização. O EMITENTE pode pedir acesso, correção e a revisão de decisões automatizadas.',
    },
    {
      title: 'Atendimento',
      text:
        channels.length > 0
          ? `O EMITENTE fala com o CREDOR por: ${channels.join('; ')}.`
          : 'O EMITENTE fala com o CREDOR pelos canais da página em que assinou.',
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

/** 0,162448 % */
export function writeDailyRate(rate: number): string {
  return `${rate.toFixed(6).replace('.', ',')} %`
}
