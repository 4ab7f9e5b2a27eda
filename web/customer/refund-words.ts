/** Where a refund goes, when the customer sees no account: back the way it came, else to a place of the customer. */
export const REFUND_PLACE =
  'O que foi pago por Pix volta para a mesma conta. O resto vai para a conta que você deu à loja ou, sem ela, para a chave Pix do seu CPF.'

/** `account` as it is shown, masked. */
export function describeRefundPlace(account: string | undefined): string {
  return account === undefined
    ? 'O que foi pago por Pix volta para a mesma conta. O resto vai para a chave Pix do seu CPF.'
    : `O que foi pago por Pix volta para a mesma conta. O resto vai para a conta que a loja informou: ${account}.`
}
