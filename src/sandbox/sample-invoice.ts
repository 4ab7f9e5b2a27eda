import PdfDocument from 'pdfkit'
import { composeNfeKey } from '../brazil/nfe-key.ts'
import type { Expected } from '../domains/invoices/index.ts'
import { presentReais } from '../kernel/money.ts'

const MARGIN = 50

/** A fictitious one-page invoice, the same bytes whenever it is asked for. */
export async function renderSampleInvoice(about: Expected, createdAt: Date): Promise<Buffer> {
  const info = { Title: 'Nota fiscal', CreationDate: createdAt }
  const document = new PdfDocument({ size: 'A4', margin: MARGIN, info })
  const pieces: Buffer[] = []
  document.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = new Promise(resolve => document.once('end', resolve))
  document.fontSize(18).text('NOTA FISCAL DE DEMONSTRAÇÃO').moveDown()
  const total = presentReais(about.purchaseCentavos).toLocaleString('pt-BR', { minimumFractionDigits: 2 })
  const cpf = about.cpf.replace(/^(...)(...)(...)/, '$1.$2.$3-')
  document.fontSize(12)
  for (const line of [
    `Emitente: ${about.retailerName}`,
    `Pedido: ${about.orderId}`,
    `Destinatário: CPF ${cpf}`,
    `Valor total: R$ ${total}`,
    ...(about.cnpj === undefined
      ? []
      : [`Chave de acesso: ${composeNfeKey({ month: about.months[0], cnpj: about.cnpj }, 1)}`]),
  ])
    document.text(line)
  document.moveDown().fontSize(9).text('Documento inventado, sem valor fiscal.')
  document.end()
  await ended
  return Buffer.concat(pieces)
}
