/* What every page of a customer says when something went wrong that no table of its own knows. */

export const UNKNOWN = 'Algo deu errado do nosso lado. Espere um instante e tente de novo.'
export const LOST = 'A conexão falhou e não sabemos se chegou. Confira sua internet e tente de novo.'

export function explainCodeLimit(seconds: number | undefined): string {
  if (seconds === undefined || seconds > 3_600)
    return 'Você já pediu muitos códigos hoje. Tente de novo amanhã, pelo mesmo link.'
  if (seconds > 90) return `Espere ${Math.ceil(seconds / 60)} minutos para pedir outro código.`
  return `Espere ${seconds} segundos para pedir outro código.`
}
