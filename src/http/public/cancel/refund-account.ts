import type { CancelRequest } from '../../../contract/cancel.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { RefundAccount } from '../../../domains/purchases/index.ts'

const REQUIRED = ['numeroBanco', 'agencia', 'numeroConta', 'digitoConta', 'tipoConta'] as const

/** The owner of the account, where the retailer names one. */
export function parseAccountOwner({ documentoTitular }: CancelRequest): string | undefined {
  return documentoTitular?.replaceAll(/\D/g, '')
}

/** All fields of the account or none; only the branch digit, which many banks do not have, is optional. */
export function parseRefundAccount(request: CancelRequest): RefundAccount | undefined {
  const { numeroBanco, agencia, digitoAgencia, numeroConta, digitoConta, tipoConta } = request
  const given = [numeroBanco, agencia, digitoAgencia, numeroConta, digitoConta, tipoConta]
  if (given.every(value => value === undefined)) return undefined
  if (
    numeroBanco === undefined ||
    agencia === undefined ||
    numeroConta === undefined ||
    digitoConta === undefined ||
    tipoConta === undefined
  ) {
    const missing = REQUIRED.filter(name => request[name] === undefined)
    throw new RequestError('invalid_parameters', {
      message: `bank data must be complete: ${missing.join(', ')} missing`,
      details: missing.map(field => ({ field, message: `${field} is required with the other bank data` })),
    })
  }
  return {
    numeroBanco,
    agencia,
    ...(digitoAgencia === undefined ? {} : { digitoAgencia: digitoAgencia.toUpperCase() }),
    numeroConta,
    digitoConta: digitoConta.toUpperCase(),
    tipoConta,
  }
}
