import { encodeDynamicPix } from '../../brazil/pix.ts'
import { type Debtor, isDueDateBody } from './charge-body.ts'
import type { Charge } from './charges.ts'
import { writeHundredths } from './field-reader.ts'
import type { PaymentRecord, RefundRecord } from './payment-store.ts'
import type { Receiver } from './psp-context.ts'

/** A charge as the API answers with it. Payments are those that it has received. */
export function presentCharge(
  charge: Charge,
  receiver: Receiver,
  payments: readonly PaymentRecord[] = [],
): Record<string, unknown> {
  const { txid, kind, status, revision, locationId, location, createdAt, body } = charge
  const { calendario, ...rest } = body
  const criacao = createdAt.toISOString()
  return {
    calendario: { criacao, ...calendario },
    txid,
    revisao: revision,
    loc: { id: locationId, location, tipoCob: kind, criacao, txid },
    location,
    status,
    ...rest,
    ...(isDueDateBody(body) ? { recebedor: presentReceiver(receiver) } : {}),
    pixCopiaECola: encodeDynamicPix({
      url: location,
      singleUse: true,
      merchantName: receiver.name,
      merchantCity: receiver.city,
    }),
    ...(payments.length === 0 ? {} : { pix: payments.map(presentPayment) }),
  }
}

/** A charge as a payer's bank is shown it: without the debtor's address, and with what it costs on that day. */
export function presentPayload(
  { txid, status, revision, createdAt, body }: Charge,
  receiver: Receiver,
  shownAt: Date,
  value?: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const { calendario, devedor, ...rest } = body
  return {
    ...rest,
    revisao: revision,
    calendario: { criacao: createdAt.toISOString(), apresentacao: shownAt.toISOString(), ...calendario },
    txid,
    status,
    ...(devedor === undefined ? {} : { devedor: presentDebtor(devedor) }),
    ...(isDueDateBody(body) ? { recebedor: presentReceiver(receiver) } : {}),
    ...(value === undefined ? {} : { valor: value }),
  }
}

function presentDebtor({ cpf, cnpj, nome }: Debtor) {
  return { ...(cpf === undefined ? { cnpj } : { cpf }), nome }
}

function presentReceiver({ name, document, address, city, state, postalCode }: Receiver) {
  return {
    ...(document.length === 11 ? { cpf: document } : { cnpj: document }),
    nome: name,
    logradouro: address,
    cidade: city,
    uf: state,
    cep: postalCode,
  }
}

/** A received Pix. Parts of its value that are nothing are left out. */
export function presentPayment(payment: PaymentRecord): Record<string, unknown> {
  const parts = {
    original: payment.originalCentavos,
    juros: payment.interestCentavos,
    multa: payment.fineCentavos,
    abatimento: payment.rebateCentavos,
    desconto: payment.discountCentavos,
  }
  const given = Object.entries(parts).filter(([, centavos]) => centavos > 0)
  return {
    endToEndId: payment.endToEndId,
    txid: payment.txid,
    valor: writeHundredths(payment.amountCentavos),
    componentesValor: Object.fromEntries(
      given.map(([name, part]) => [name, { valor: writeHundredths(part) }]),
    ),
    chave: payment.pixKey,
    horario: payment.settledAt.toISOString(),
    ...(payment.refunds.length === 0 ? {} : { devolucoes: payment.refunds.map(presentRefund) }),
  }
}

export function presentRefund(refund: RefundRecord): Record<string, unknown> {
  const { description, reason, settledAt } = refund
  const write = (text: string): string => new Date(text).toISOString()
  return {
    id: refund.id,
    rtrId: refund.returnId,
    valor: writeHundredths(refund.amountCentavos),
    natureza: refund.nature,
    ...(description === null ? {} : { descricao: description }),
    horario: {
      solicitacao: write(refund.requestedAt),
      ...(settledAt === null ? {} : { liquidacao: write(settledAt) }),
    },
    status: refund.status,
    ...(reason === null ? {} : { motivo: reason }),
  }
}
