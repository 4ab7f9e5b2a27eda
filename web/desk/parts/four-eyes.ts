import type {
  DeskDecision,
  DeskSession,
  FourEyesReason,
  PayableBillet,
  SuspenseView,
} from '../../../src/contract/desk.ts'
import { writeMoney } from '../../design/format.ts'

type Limits = Pick<DeskSession, 'fourEyesAbove' | 'aloneDailyLimit' | 'waiveAloneUpTo'>

/** Why a proposal waits for a second person. Proposals from before reasons were stored were above the amount. */
export function explainFourEyes({ amount, fourEyesReason }: DeskDecision, limits: Limits): string {
  switch (fourEyesReason) {
    case 'OTHER_PURCHASE':
      return 'O dinheiro não foi pago para a compra desta parcela'
    case 'DAILY_SUM':
      return `Quem propõe passaria de ${writeMoney(limits.aloneDailyLimit)} movidos sozinho no dia`
    case 'SUSPECTED_DUPLICATE':
      return 'O banco pode ter avisado o mesmo pagamento duas vezes: confira dois créditos no extrato'
    case 'PAYOUT':
      return 'A ordem passa do limite, a conta mudou há pouco ou uma pessoa criou a ordem: o programa não a envia sozinho'
    case 'BOOKS':
      return 'Um lançamento feito por pessoas só entra nos livros com duas'
    case 'WRITE_OFF':
      return 'Um contrato só é baixado como perda por duas pessoas'
    case 'ASSIGNMENT':
      return 'Contratos mudam de dono por decisão de duas pessoas'
    case 'SPECIAL_CASE':
      return 'Um caso especial só é decidido por duas pessoas'
    case 'COMPLIANCE':
      return 'Decisões sobre listas e comunicações ao Coaf são de duas pessoas'
    case 'CLOSING':
      return 'Um mês só é fechado por duas pessoas: depois disso, nada nele muda'
    case 'LOSS':
      return 'Uma perda só é assumida por duas pessoas'
    case 'WAIVER':
      return `Com este, mais de ${writeMoney(limits.waiveAloneUpTo)} do contrato seriam perdoados por uma pessoa só`
    default:
      return `${writeMoney(amount)} está acima de ${writeMoney(limits.fourEyesAbove)}`
  }
}

/** What the server will decide about money in suspense, told before it is asked. */
export function findFourEyesReason(
  view: SuspenseView,
  chosen: PayableBillet | undefined,
  limits: Limits,
): FourEyesReason | undefined {
  if (chosen !== undefined && !chosen.isOfPaidPurchase) return 'OTHER_PURCHASE'
  if (view.usable > limits.fourEyesAbove) return 'AMOUNT'
  return view.movedAlone + view.usable > limits.aloneDailyLimit ? 'DAILY_SUM' : undefined
}
