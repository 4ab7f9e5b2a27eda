import type {
  SpecialCaseEffect,
  SpecialCaseKind,
  SpecialCaseState,
} from '../../src/contract/special-cases.ts'

/* Names of special cases on the screen. A code of the contract without a name here does not compile. */

export const SPECIAL_CASE_WORDS = {
  FRAUD: 'Fraude comprovada',
  COURT_ORDER: 'Ordem judicial',
  DEATH: 'Falecimento',
  DISCOUNT: 'Quitação com desconto',
  WRITTEN_OFF: 'Dívida baixada como perda',
  OVER_INDEBTEDNESS: 'Superendividamento (Lei 14.181)',
} satisfies Readonly<Record<SpecialCaseKind, string>>

export const SPECIAL_CASE_STATE_WORDS = {
  OPENED: 'Aberto',
  DOCUMENTED: 'Com documentos',
  DECIDED: 'Decidido, em andamento',
  DONE: 'Concluído',
  WITHDRAWN: 'Retirado',
} satisfies Readonly<Record<SpecialCaseState, string>>

/** What a decision does. */
export const EFFECT_WORDS = {
  SUSPEND_COLLECTION: 'Suspender a cobrança',
  END_DEBT: 'Encerrar a dívida',
  LEAVE_TO_ESTATE: 'Deixar para o espólio',
  CLAIM_INSURANCE: 'Acionar o seguro',
  ACCEPT_LESS: 'Aceitar um valor menor',
  VOID_CONTRACT: 'Anular o contrato',
  FOLLOW_AGREED_PLAN: 'Seguir o plano da conciliação',
  FOLLOW_COURT_PLAN: 'Seguir o plano do juiz',
} satisfies Readonly<Record<SpecialCaseEffect, string>>

/** The same once it is done. */
export const EFFECT_DONE_WORDS = {
  SUSPEND_COLLECTION: 'Cobrança suspensa',
  END_DEBT: 'Dívida encerrada',
  LEAVE_TO_ESTATE: 'Deixado para o espólio',
  CLAIM_INSURANCE: 'Seguro acionado',
  ACCEPT_LESS: 'Valor menor aceito',
  VOID_CONTRACT: 'Contrato anulado',
  FOLLOW_AGREED_PLAN: 'Plano da conciliação em vigor',
  FOLLOW_COURT_PLAN: 'Plano do juiz em vigor',
} satisfies Readonly<Record<SpecialCaseEffect, string>>

export const EFFECT_HINTS = {
  SUSPEND_COLLECTION: 'Nada é cobrado, avisado ou negativado até alguém encerrar o caso.',
  END_DEBT: 'O cliente não deve mais nada. O que falta é perda, e os boletos são cancelados.',
  LEAVE_TO_ESTATE: 'Os herdeiros podem pagar. Ninguém é lembrado, avisado ou negativado.',
  CLAIM_INSURANCE: 'Só com seguro. A família não deve nada, e a seguradora passa a dever o saldo.',
  VOID_CONTRACT: 'A pessoa nunca contratou. Nada é devido, e o que foi pago volta para quem pagou.',
  FOLLOW_AGREED_PLAN:
    'A dívida passa para as parcelas da ata, sem nova assinatura. Os boletos antigos são cancelados, e o que o plano não cobra é perdoado.',
  FOLLOW_COURT_PLAN:
    'A dívida passa para as parcelas da sentença, sem assinatura. O plano precisa somar ao menos o principal.',
  ACCEPT_LESS: 'Um boleto e um Pix com este valor quitam tudo até o dia. Sem pagamento, tudo fica como está.',
} satisfies Readonly<Record<SpecialCaseEffect, string>>

/** What the day of a decision means. */
export const DAY_WORDS: Readonly<Partial<Record<SpecialCaseEffect, string>>> = {
  ACCEPT_LESS: 'Pagar até',
  FOLLOW_AGREED_PLAN: 'Vencimento da primeira parcela',
  FOLLOW_COURT_PLAN: 'Vencimento da primeira parcela',
}

/** What the amount of a decision means. */
export const AMOUNT_WORDS: Readonly<Partial<Record<SpecialCaseEffect, string>>> = {
  FOLLOW_AGREED_PLAN: 'Valor de cada parcela',
  FOLLOW_COURT_PLAN: 'Valor de cada parcela',
}
