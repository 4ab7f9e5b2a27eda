import { writeAmount, writeDate, writePercentage } from '../../../brazil/writing.ts'
import type { Agreement, Renegotiation } from '../agreement.ts'
import { type Clause, writeDailyRate } from './clauses-version-2.ts'

/**
 * The wording of an agreement on an earlier debt, version 2. Changing a word needs a new version, because signed
 * documents are rendered again from it.
 */
export function composeClausesOfRenegotiation(agreement: Agreement, debt: Renegotiation): Clause[] {
  return [
    ...composeConfirmation(agreement, debt),
    ...composeCosts(agreement, debt),
    ...composeEnd(debt),
    ...composeRights(agreement),
  ]
}

function composeConfirmation(agreement: Agreement, debt: Renegotiation): Clause[] {
  const { installments, totalCentavos, contractDate, downPaymentCentavos } = agreement
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
      text: `O EMITENTE confirma que deve ao CREDOR, pela Cédula de Crédito Bancário nº ${debt.originalId}, de ${writeDate(debt.originalDate)}, emitida para a compra ${debt.originalOrderId} em ${agreement.retailer.name}, ${writeAmount(debt.debtCentavos)} em ${writeDate(contractDate)}: as parcelas vencidas com multa e juros de mora, e as parcelas a vencer trazidas a valor presente.${discount} Nenhum dinheiro novo é entregue.`,
    },
    {
      title: 'Promessa de pagamento',
      text: `${entry} promete pagar ao CREDOR, ou à sua ordem, em moeda corrente nacional, ${writeAmount(totalCentavos)}, em ${count} de ${writeAmount(first.amountCentavos)}, nas datas do quadro de pagamentos. O acordo começa quando está assinado e a entrada, quando houver, está paga; até lá a dívida anterior segue como está. Começado o acordo, os boletos anteriores são cancelados e não devem ser pagos.`,
    },
    {
      title: 'Sem intenção de novar',
      text: 'As partes não têm intenção de novar (Código Civil, art. 361). Este acordo confirma a dívida anterior, muda suas datas e seu preço e suspende a Cédula anterior enquanto é cumprido. Paga a última parcela, a dívida anterior está quitada.',
    },
  ]
}

function composeCosts(agreement: Agreement, debt: Renegotiation): Clause[] {
  return [
    {
      title: 'Juros, sistema de amortização e custo efetivo total',
      text: `Sobre a dívida parcelada incidem juros prefixados de ${writePercentage(agreement.interestRatePM)} ao mês (${writePercentage(agreement.interestRatePA)} ao ano; ${writeDailyRate(agreement.dailyRate)} ao dia em mês de 30 dias), nunca acima dos da Cédula anterior, de ${writePercentage(debt.originalRatePM)} ao mês, capitalizados mensalmente (Lei nº 10.931/2004, art. 28, § 1º, I) e já incluídos nas parcelas, pelo sistema francês de amortização (Tabela Price). O Custo Efetivo Total (CET) é de ${writePercentage(agreement.cetPA)} ao ano (${writePercentage(agreement.cetPM)} ao mês), calculado conforme a Resolução CMN nº 4.881/2020.`,
    },
    {
      title: 'Tributos e tarifas',
      text: `O IOF complementar de ${writeAmount(agreement.iofCentavos)} é devido pelos dias que o acordo acrescenta, até completar 365 dias da liberação do crédito (alíquota diária de ${agreement.dailyIof.toFixed(4).replace('.', ',')} %, sem novo adicional), e é financiado. Não há tarifa nem seguro.`,
    },
    {
      title: 'Forma e lugar do pagamento',
      text: `As parcelas são pagas por boleto bancário ou Pix, até o vencimento; o vencimento em dia sem expediente bancário pode ser pago no dia útil seguinte, sem encargos. O lugar do pagamento é ${agreement.lender.city}. A segunda via é sem custo.`,
    },
    {
      title: 'Liquidação antecipada',
      text: 'O EMITENTE pode pagar antes do prazo, no todo ou em parte, sem tarifa e com redução proporcional dos juros (Código de Defesa do Consumidor, art. 52, § 2º): cada parcela a vencer é trazida a valor presente pela taxa deste acordo.',
    },
  ]
}

function composeEnd(debt: Renegotiation): Clause[] {
  return [
    {
      title: 'Atraso',
      text: 'A parcela paga em atraso é acrescida de multa de 2 % e de juros de mora de 1 % ao mês, proporcionais aos dias de atraso, e de nenhum outro encargo. O pagamento que não bastar quita primeiro a parcela mais antiga e, em cada parcela, os juros de mora, depois a parcela e por último a multa.',
    },
    {
      title: 'Fim do acordo por atraso de 30 dias',
      text: `Se uma parcela ficar mais de 30 dias em atraso, este acordo se resolve sem outro aviso (Código Civil, arts. 127 e 474), e a Cédula nº ${debt.originalId} volta a valer como se ele não tivesse existido. Tudo o que o EMITENTE tiver pago, inclusive a entrada, conta para a dívida anterior no dia em que foi pago, na ordem da cláusula de atraso; nada se perde e nada é devolvido. O desconto concedido, se houver, deixa de valer. O CREDOR emite novos boletos do que faltar.`,
    },
  ]
}

function composeRights({ lender }: Agreement): Clause[] {
  const channels = [lender.sac, lender.ouvidoria].filter(each => each !== undefined)
  return [
    {
      title: 'Informação e dados pessoais',
      text: 'O EMITENTE recebe uma via deste acordo e a planilha do CET antes de assinar. Os dados pessoais são tratados para executar o acordo e cumprir obrigações legais (Lei nº 13.709/2018); a operação é registrada no Sistema de Informações de Crédito (SCR) do Banco Central do Brasil.',
    },
    {
      title: 'Atendimento',
      text:
        channels.length > 0
          ? `O EMITENTE fala com o CREDOR por: ${channels.join('; ')}.`
          : 'O EMITENTE fala com o CREDOR pelos canais da página em que assinou.',
    },
    {
      title: 'Assinatura eletrônica e foro',
      text: 'As partes aceitam como válida a assinatura eletrônica por código enviado ao celular do EMITENTE (Medida Provisória nº 2.200-2/2001, art. 10, § 2º; Lei nº 14.063/2020; Lei nº 10.931/2004, art. 29, § 5º). O código de verificação no rodapé identifica este conteúdo. Fica eleito o foro do domicílio do EMITENTE. Esta via é não negociável.',
    },
  ]
}
