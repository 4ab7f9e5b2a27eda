import { writeAmount, writeDate, writePercentage } from '../../../brazil/writing.ts'
import { daysBetween } from '../../../kernel/calendar-date.ts'
import type { ContractTerms, Renegotiation } from '../terms.ts'

export interface Clause {
  readonly title: string
  /** The clause in one sentence that follows "Em resumo:". No part of what is signed, so it may become better. */
  readonly plain: string
  readonly text: string
}

/**
 * The wording of version 2 of the terms. Changing a word needs a new version, because signed documents are rendered again
 * from it.
 */
export function composeClausesOfVersion2(terms: ContractTerms): Clause[] {
  return [...composeDebt(terms), ...composePayments(terms), ...composeDelays(terms), ...composeRights(terms)]
}

function composeDebt(terms: ContractTerms): Clause[] {
  const { installments, netLoanCentavos, totalCentavos, contractDate } = terms
  const first = installments[0]
  if (first === undefined) throw new Error('a contract has installments')
  const count = `${installments.length} ${installments.length === 1 ? 'parcela' : 'parcelas'}`
  const days = daysBetween(contractDate, first.dueDate)
  return [
    {
      title: 'Promessa de pagamento',
      plain: `você paga ${count} de ${writeAmount(first.amountCentavos)}, nas datas do quadro de pagamentos.`,
      text: `Por esta Cédula de Crédito Bancário, o EMITENTE promete pagar ao CREDOR, ou à sua ordem, em moeda corrente nacional, a dívida em dinheiro, certa, líquida e exigível, de ${writeAmount(totalCentavos)}, em ${count} de ${writeAmount(first.amountCentavos)}, nas datas do quadro de pagamentos.`,
    },
    {
      title: 'Liberação do crédito e datas',
      plain: `nós pagamos a loja por você; a primeira parcela vence ${days} dias depois, e nenhuma fica acima do valor combinado.`,
      text: `O CREDOR paga à LOJA, por conta do EMITENTE, ${writeAmount(netLoanCentavos)}, que é o valor da compra menos a entrada; nada é entregue ao EMITENTE em dinheiro. O crédito é liberado no dia em que esta Cédula está assinada e a entrada, quando houver, está paga. As datas, o IOF e o CET contam desse dia: a primeira parcela vence ${days} dias depois dele e as demais no mesmo dia dos meses seguintes. O quadro de pagamentos é o da liberação em ${writeDate(contractDate)}. Se ela acontecer em outro dia, o CREDOR envia ao EMITENTE um demonstrativo com as datas, o IOF e o CET desse dia, que passa a integrar esta Cédula. O número de parcelas e a taxa de juros não mudam, e o valor da parcela nunca fica acima do indicado aqui: se o IOF devido for menor, a parcela diminui; se for maior, o CREDOR paga a diferença.`,
    },
    {
      title: 'Juros, sistema de amortização e custo efetivo total',
      plain: `os juros são de ${writePercentage(terms.interestRatePM)} ao mês, já estão nas parcelas e não mudam.`,
      text: `Sobre o valor total do crédito incidem juros remuneratórios prefixados de ${writePercentage(terms.interestRatePM)} ao mês (${writePercentage(terms.interestRatePA)} ao ano; ${writeDailyRate(terms.dailyRate)} ao dia em mês de 30 dias), capitalizados mensalmente (Lei nº 10.931/2004, art. 28, § 1º, I), já incluídos nas parcelas. A dívida é amortizada pelo sistema francês de amortização (Tabela Price), em parcelas iguais; os juros de eventual carência são pagos com a primeira parcela e, no que a excederem, somam-se ao saldo. O Custo Efetivo Total (CET) é de ${writePercentage(terms.cetPA)} ao ano (${writePercentage(terms.cetPM)} ao mês), calculado conforme a Resolução CMN nº 4.881/2020, e considera os juros, os tributos, a tarifa e o seguro indicados no quadro resumo.`,
    },
    {
      title: 'Tributos e tarifa',
      plain: `${terms.feeCentavos > 0 ? 'o imposto e a tarifa já estão' : 'o imposto já está'} nas parcelas; em dia, você não paga mais nada.`,
      text: `O IOF de ${writeAmount(terms.iofCentavos)} (alíquota diária de ${terms.dailyIof.toFixed(4).replace('.', ',')} % e adicional de ${writePercentage(terms.fixedIof)}) é financiado e calculado sobre o principal de cada parcela pela Tabela Price. O IOF complementar por atraso é pago pelo CREDOR. ${terms.feeCentavos > 0 ? `A tarifa de cadastro de ${writeAmount(terms.feeCentavos)} é cobrada uma única vez, no início do relacionamento, e é financiada.` : 'Não é cobrada tarifa de cadastro.'} Em dia, nenhum outro encargo é devido.`,
    },
  ]
}

function composePayments({ lender }: ContractTerms): Clause[] {
  return [
    {
      title: 'Forma e lugar do pagamento',
      plain: 'pague por boleto ou Pix até o vencimento; a segunda via é de graça.',
      text: `As parcelas são pagas por boleto bancário ou Pix, até o vencimento; o vencimento em dia sem expediente bancário pode ser pago no dia útil seguinte, sem encargos. O lugar do pagamento é ${lender.city}. Os boletos são entregues ao EMITENTE ao fim da contratação, e a segunda via, quando pedida, sem custo.`,
    },
    {
      title: 'Ordem de imputação',
      plain:
        'um pagamento que não cobre tudo quita primeiro a parcela mais antiga, e o que sobra volta para você.',
      text: 'O pagamento que não bastar para tudo o que está vencido quita primeiro a parcela mais antiga e, em cada parcela, os juros de mora, depois a própria parcela (juros e principal) e por último a multa. O que for pago a mais é devolvido.',
    },
    {
      title: 'Liquidação antecipada',
      plain: 'você pode pagar antes, tudo ou uma parte, com desconto dos juros e sem tarifa.',
      text: 'O EMITENTE pode pagar antes do prazo, no todo ou em parte, sem tarifa e com redução proporcional dos juros e demais acréscimos (Código de Defesa do Consumidor, art. 52, § 2º). Cada parcela a vencer é trazida a valor presente pela taxa desta Cédula: parcela ÷ (1 + i)^t, em que i é a taxa mensal e t é o número de períodos entre o dia do pagamento e o vencimento, contando-se um período de um vencimento ao seguinte, e a fração pelos dias corridos do período (antes do primeiro vencimento, períodos de 30 dias), com arredondamento ao centavo mais próximo. O EMITENTE escolhe as parcelas que antecipa; sem escolha, são as últimas. O prêmio do seguro, quando houver, é devolvido na proporção dos dias que faltam.',
    },
  ]
}

function composeDelays({ lender }: ContractTerms): Clause[] {
  return [
    {
      title: 'Atraso',
      plain:
        'no atraso, multa de 2 % e juros de 1 % ao mês; antes de um registro nos órgãos de crédito, você é avisado.',
      text: 'A parcela paga em atraso é acrescida de multa de 2 % e de juros de mora de 1 % ao mês, simples e proporcionais aos dias de atraso, e de nenhum outro encargo. O atraso pode ser comunicado aos órgãos de proteção ao crédito, depois de aviso ao EMITENTE com pelo menos 10 dias para pagar; paga a dívida, a anotação é retirada em até 5 dias úteis.',
    },
    {
      title: 'Vencimento antecipado',
      plain:
        'com mais de 90 dias de atraso, e depois de um aviso, podemos cobrar tudo de uma vez, sem os juros que ainda não correram.',
      text: 'Se uma parcela ficar vencida por mais de 90 dias, e depois de aviso ao EMITENTE com pelo menos 15 dias para pagar, o CREDOR pode considerar vencida toda a dívida (Lei nº 10.931/2004, art. 28, § 1º, III). São então devidas as parcelas vencidas com seus encargos e o valor presente das parcelas a vencer, sem os juros do tempo que ainda não passou (Código Civil, art. 1.426) e sem multa sobre elas; sobre a soma correm apenas os juros de mora.',
    },
    {
      title: 'Renegociação',
      plain:
        'um novo acordo só vale por escrito; se ele não for cumprido, esta dívida volta como era, menos o que você pagou.',
      text: `A renegociação só vale se aceita por escrito e confirma esta dívida, sem novação. Descumprida por 30 dias, resolve-se: o que foi pago conta para esta dívida no dia de cada pagamento, e o restante volta a ser exigível por ${lender.name} nos termos desta Cédula.`,
    },
  ]
}

function composeRights(terms: ContractTerms): Clause[] {
  const { lender, retailer } = terms
  const channels = [
    lender.sac && `SAC ${lender.sac}`,
    lender.ouvidoria && `ouvidoria ${lender.ouvidoria}`,
    lender.privacy && `dados pessoais ${lender.privacy}`,
  ].filter(Boolean)
  return [
    {
      title: 'Direito de arrependimento',
      plain: 'você tem 7 dias para desistir, sem motivo e sem custo, e recebe de volta o que pagou.',
      text: 'O EMITENTE pode desistir em até 7 dias da conclusão da contratação ou do recebimento dos produtos, o que acontecer por último, sem dar motivo e sem custo, pela página em que assinou ou por meio da LOJA (Código de Defesa do Consumidor, art. 49). O que tiver pago, inclusive a entrada, é devolvido em até 10 dias úteis.',
    },
    {
      title: 'Seguro de crédito',
      plain: terms.hasInsurance
        ? 'você escolheu o seguro; ele é opcional e não muda a taxa de juros.'
        : 'sem seguro: ele é opcional, e você não contratou.',
      text: terms.hasInsurance
        ? `O EMITENTE escolheu contratar o seguro de crédito, com prêmio de ${writeAmount(terms.premiumCentavos)}, financiado, garantido por ${terms.insurer ?? 'seguradora indicada no certificado do seguro'}. O seguro é opcional: não é condição para o crédito nem muda a taxa de juros.`
        : 'O seguro de crédito é opcional e não foi contratado. Não é condição para o crédito nem muda a taxa de juros.',
    },
    {
      title: 'Papel da loja',
      plain: 'a loja vende e responde pelos produtos; se a compra é desfeita, o crédito também é.',
      text: `A LOJA, ${retailer.name}, vende os produtos, responde por eles e apresenta ao EMITENTE o crédito do CREDOR; não decide sobre o crédito e nada recebe do EMITENTE além da entrada. Desfeita a compra, desfaz-se também este crédito.`,
    },
    {
      title: 'Dados pessoais e Sistema de Informações de Crédito',
      plain:
        'usamos seus dados e fotos para este contrato; ele aparece no registro de créditos do Banco Central.',
      text: 'O CREDOR trata os dados pessoais do EMITENTE, inclusive as imagens do documento e do rosto, para identificá-lo, prevenir fraudes, executar este contrato e cumprir obrigações legais (Lei nº 13.709/2018). Esta operação é registrada no Sistema de Informações de Crédito (SCR) do Banco Central do Brasil, que o EMITENTE pode consultar no Registrato; a consulta do CREDOR a esse registro depende de autorização. O EMITENTE pode pedir acesso, correção e a revisão de decisões automatizadas.',
    },
    {
      title: 'Atendimento',
      plain: 'como falar com a gente quando precisar.',
      text:
        channels.length > 0
          ? `O EMITENTE fala com o CREDOR por: ${channels.join('; ')}.`
          : 'O EMITENTE fala com o CREDOR pelos canais da página em que assinou.',
    },
    {
      title: 'Assinatura eletrônica',
      plain: 'o código enviado ao seu celular vale como sua assinatura.',
      text: 'As partes aceitam como válida a assinatura eletrônica por código enviado ao celular do EMITENTE (Medida Provisória nº 2.200-2/2001, art. 10, § 2º; Lei nº 14.063/2020; Lei nº 10.931/2004, art. 29, § 5º). O código de verificação no rodapé identifica este conteúdo: qualquer alteração o muda.',
    },
    {
      title: 'Foro',
      plain: 'se houver processo na Justiça, ele corre na cidade onde você mora.',
      text: 'Fica eleito o foro do domicílio do EMITENTE. Esta via é não negociável.',
    },
  ]
}

/** 0,162448 % */
export function writeDailyRate(rate: number): string {
  return `${rate.toFixed(6).replace('.', ',')} %`
}

/**
 * The wording of an agreement on an earlier debt, version 2. Changing a word needs a new version, because signed
 * documents are rendered again from it.
 */
export function composeClausesOfRenegotiation(terms: ContractTerms, debt: Renegotiation): Clause[] {
  return [
    ...composeConfirmation(terms, debt),
    ...composeCosts(terms, debt),
    ...composeEnd(debt),
    ...composeRenegotiationRights(terms),
  ]
}

function composeConfirmation(terms: ContractTerms, debt: Renegotiation): Clause[] {
  const { installments, totalCentavos, contractDate, downPaymentCentavos } = terms
  const [first] = installments
  if (first === undefined) throw new Error('a contract has installments')
  const count = `${installments.length} ${installments.length === 1 ? 'parcela' : 'parcelas'}`
  const entry =
    downPaymentCentavos > 0
      ? `O EMITENTE paga ${writeAmount(downPaymentCentavos)} de entrada e`
      : 'Sem entrada, o EMITENTE'
  const discount =
    debt.discountCentavos > 0
      ? ` O CREDOR concede desconto de ${writeAmount(debt.discountCentavos)} nos encargos do atraso.`
      : ''
  return [
    {
      title: 'Confirmação da dívida',
      plain: `você confirma que deve ${writeAmount(debt.debtCentavos)} hoje; nenhum dinheiro novo é emprestado.`,
      text: `O EMITENTE confirma que deve ao CREDOR, pela Cédula de Crédito Bancário nº ${debt.originalId}, de ${writeDate(debt.originalDate)}, emitida para a compra ${debt.originalOrderId} em ${terms.retailer.name}, ${writeAmount(debt.debtCentavos)} em ${writeDate(contractDate)}: as parcelas vencidas com multa e juros de mora, e as parcelas a vencer trazidas a valor presente.${discount} Nenhum dinheiro novo é entregue.`,
    },
    {
      title: 'Promessa de pagamento',
      plain: `você paga ${count} de ${writeAmount(first.amountCentavos)}; quando o acordo começa, os boletos antigos deixam de valer.`,
      text: `${entry} promete pagar ao CREDOR, ou à sua ordem, em moeda corrente nacional, ${writeAmount(totalCentavos)}, em ${count} de ${writeAmount(first.amountCentavos)}, nas datas do quadro de pagamentos. O acordo começa quando está assinado e a entrada, quando houver, está paga; até lá a dívida anterior segue como está. Começado o acordo, os boletos anteriores são cancelados e não devem ser pagos.`,
    },
    {
      title: 'Sem intenção de novar',
      plain: 'a dívida é a mesma, com novas datas; paga a última parcela, ela acabou.',
      text: 'As partes não têm intenção de novar (Código Civil, art. 361). Este acordo confirma a dívida anterior, muda suas datas e seu preço e suspende a Cédula anterior enquanto é cumprido. Paga a última parcela, a dívida anterior está quitada.',
    },
  ]
}

function composeCosts(terms: ContractTerms, debt: Renegotiation): Clause[] {
  return [
    {
      title: 'Juros, sistema de amortização e custo efetivo total',
      plain: `os juros são de ${writePercentage(terms.interestRatePM)} ao mês, nunca acima dos que você já tinha.`,
      text: `Sobre a dívida parcelada incidem juros prefixados de ${writePercentage(terms.interestRatePM)} ao mês (${writePercentage(terms.interestRatePA)} ao ano; ${writeDailyRate(terms.dailyRate)} ao dia em mês de 30 dias), nunca acima dos da Cédula anterior, de ${writePercentage(debt.originalRatePM)} ao mês, capitalizados mensalmente (Lei nº 10.931/2004, art. 28, § 1º, I) e já incluídos nas parcelas, pelo sistema francês de amortização (Tabela Price). O Custo Efetivo Total (CET) é de ${writePercentage(terms.cetPA)} ao ano (${writePercentage(terms.cetPM)} ao mês), calculado conforme a Resolução CMN nº 4.881/2020.`,
    },
    {
      title: 'Tributos e tarifas',
      plain: 'só o imposto pelos dias a mais; não há tarifa nem seguro.',
      text: `O IOF complementar de ${writeAmount(terms.iofCentavos)} é devido pelos dias que o acordo acrescenta, até completar 365 dias da liberação do crédito (alíquota diária de ${terms.dailyIof.toFixed(4).replace('.', ',')} %, sem novo adicional), e é financiado. Não há tarifa nem seguro.`,
    },
    {
      title: 'Forma e lugar do pagamento',
      plain: 'pague por boleto ou Pix até o vencimento; a segunda via é de graça.',
      text: `As parcelas são pagas por boleto bancário ou Pix, até o vencimento; o vencimento em dia sem expediente bancário pode ser pago no dia útil seguinte, sem encargos. O lugar do pagamento é ${terms.lender.city}. A segunda via é sem custo.`,
    },
    {
      title: 'Liquidação antecipada',
      plain: 'você pode pagar antes, tudo ou uma parte, com desconto dos juros e sem tarifa.',
      text: 'O EMITENTE pode pagar antes do prazo, no todo ou em parte, sem tarifa e com redução proporcional dos juros (Código de Defesa do Consumidor, art. 52, § 2º): cada parcela a vencer é trazida a valor presente pela taxa deste acordo.',
    },
  ]
}

function composeEnd(debt: Renegotiation): Clause[] {
  return [
    {
      title: 'Atraso',
      plain: 'no atraso, multa de 2 % e juros de 1 % ao mês, e mais nada.',
      text: 'A parcela paga em atraso é acrescida de multa de 2 % e de juros de mora de 1 % ao mês, proporcionais aos dias de atraso, e de nenhum outro encargo. O pagamento que não bastar quita primeiro a parcela mais antiga e, em cada parcela, os juros de mora, depois a parcela e por último a multa.',
    },
    {
      title: 'Fim do acordo por atraso de 30 dias',
      plain:
        'com mais de 30 dias de atraso o acordo acaba e a dívida anterior volta, menos o que você pagou.',
      text: `Se uma parcela ficar mais de 30 dias em atraso, este acordo se resolve sem outro aviso (Código Civil, arts. 127 e 474), e a Cédula nº ${debt.originalId} volta a valer como se ele não tivesse existido. Tudo o que o EMITENTE tiver pago, inclusive a entrada, conta para a dívida anterior no dia em que foi pago, na ordem da cláusula de atraso; nada se perde e nada é devolvido. O desconto concedido, se houver, deixa de valer. O CREDOR emite novos boletos do que faltar.`,
    },
  ]
}

function composeRenegotiationRights({ lender }: ContractTerms): Clause[] {
  const channels = [lender.sac, lender.ouvidoria].filter(each => each !== undefined)
  return [
    {
      title: 'Informação e dados pessoais',
      plain:
        'você recebe uma cópia antes de assinar, e usamos seus dados só para este acordo e para o que a lei pede.',
      text: 'O EMITENTE recebe uma via deste acordo e a planilha do CET antes de assinar. Os dados pessoais são tratados para executar o acordo e cumprir obrigações legais (Lei nº 13.709/2018); a operação é registrada no Sistema de Informações de Crédito (SCR) do Banco Central do Brasil.',
    },
    {
      title: 'Atendimento',
      plain: 'como falar com a gente quando precisar.',
      text:
        channels.length > 0
          ? `O EMITENTE fala com o CREDOR por: ${channels.join('; ')}.`
          : 'O EMITENTE fala com o CREDOR pelos canais da página em que assinou.',
    },
    {
      title: 'Assinatura eletrônica e foro',
      plain:
        'o código enviado ao seu celular vale como sua assinatura; um processo correria na cidade onde você mora.',
      text: 'As partes aceitam como válida a assinatura eletrônica por código enviado ao celular do EMITENTE (Medida Provisória nº 2.200-2/2001, art. 10, § 2º; Lei nº 14.063/2020; Lei nº 10.931/2004, art. 29, § 5º). O código de verificação no rodapé identifica este conteúdo. Fica eleito o foro do domicílio do EMITENTE. Esta via é não negociável.',
    },
  ]
}
