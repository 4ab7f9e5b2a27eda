import type { PictureKind } from '../../../src/contract/onboarding.ts'

export interface PictureWords {
  readonly title: string
  readonly text: string
  readonly tips: readonly string[]
  /** Shown over the camera image. */
  readonly aim: string
  readonly preview: string
  readonly check: string
}

const DOCUMENT_TIPS = [
  'Tire o documento do plástico e apoie em um lugar plano.',
  'Evite reflexos: prefira a luz do dia, sem flash.',
  'Todos os dados precisam estar legíveis.',
]

const DIGITAL =
  'CNH digital e CIN digital também valem: escolha a imagem salva do aplicativo, ou fotografe a tela de outro aparelho.'

export const PICTURE_WORDS: Readonly<Record<PictureKind, PictureWords>> = {
  front: {
    title: 'Foto da frente do documento',
    text: 'Vale o RG, a CIN (nova carteira de identidade) ou a CNH. Comece pelo lado que tem a sua foto.',
    tips: [...DOCUMENT_TIPS, DIGITAL],
    aim: 'Encaixe a frente do documento na moldura',
    preview: 'Foto da frente do documento',
    check: 'Dá para ler tudo, sem reflexos nem cortes?',
  },
  back: {
    title: 'Foto do verso do documento',
    text: 'Agora vire o mesmo documento e fotografe o outro lado. Se ele é digital, abra o verso no aplicativo.',
    tips: DOCUMENT_TIPS,
    aim: 'Encaixe o verso do documento na moldura',
    preview: 'Foto do verso do documento',
    check: 'Dá para ler tudo, sem reflexos nem cortes?',
  },
  selfie: {
    title: 'Agora, uma selfie',
    text: 'Comparamos seu rosto com a foto do documento, para ninguém comprar em seu nome.',
    tips: [
      'Fique de frente para a luz, com o rosto inteiro na moldura.',
      'Sem óculos escuros, boné ou máscara.',
    ],
    aim: 'Encaixe o rosto na moldura',
    preview: 'Sua selfie',
    check: 'Seu rosto está nítido e inteiro?',
  },
}
