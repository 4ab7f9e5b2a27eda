/** Of whom an operation is: 1 natural person by CPF, 2 legal person by CNPJ. */
export type ClientKind = '1' | '2'

/**
 * The operation's name across institutions: root of the lender's CNPJ, modality, kind of client, client (a CPF, or the
 * root of a CNPJ) and the contract's number.
 */
export function composeIpoc(operation: {
  readonly cnpj: string
  readonly modality: string
  readonly clientKind: ClientKind
  readonly client: string
  readonly contract: string
}): string {
  const { cnpj, modality, clientKind, client, contract } = operation
  const owner = clientKind === '1' ? client.padStart(11, '0') : client.slice(0, 8)
  return `${cnpj.slice(0, 8)}${modality}${clientKind}${owner}${contract}`
}
