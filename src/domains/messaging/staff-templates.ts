import type { Template } from './templates.ts'

/** What the people of a retailer are told about its console. */
export interface StaffTemplateFacts {
  readonly 'staff-invited': {
    readonly shop: string
    /** Undefined: the lender invites. */
    readonly inviter: string | undefined
    readonly url: string
    readonly days: number
  }
  readonly 'staff-account-proposed': AccountFacts & {
    /** Somebody else can approve. */
    readonly hasApprover: boolean
    readonly takesEffect: string
  }
  readonly 'staff-account-changed': AccountFacts
  readonly 'staff-reset': {
    readonly shop: string
    /** Undefined: the lender. */
    readonly resetter: string | undefined
    readonly url: string
    readonly hours: number
    /** The link also asks for it. */
    readonly hasPassword: boolean
  }
  readonly 'staff-reset-told': {
    readonly shop: string
    readonly person: string
    readonly resetter: string | undefined
    readonly url: string
  }
}

interface AccountFacts {
  readonly shop: string
  readonly proposer: string
  /** With its last digits only. */
  readonly account: string
  readonly url: string
}

const LENDER = 'Quem financia as vendas da loja'

/** Whoever reads it may be the one whom a thief hoped to keep out of it. */
const STOP_IT =
  'Se você não esperava esta mensagem, abra o painel agora, retire a mudança e encerre as sessões que não reconhece.'
const STOP_MONEY =
  'Se você não esperava esta mensagem, fale agora com quem financia as suas vendas: os repasses dos próximos dois dias ainda passam por uma pessoa.'

export const STAFF_TEMPLATES: {
  readonly [Name in keyof StaffTemplateFacts]: Template<StaffTemplateFacts[Name]>
} = {
  'staff-invited': {
    purpose: 'CODE',
    email: ({ shop, inviter, url, days }) => ({
      subject: `Convite para o painel da loja ${shop}`,
      paragraphs: [
        'Olá!',
        inviter === undefined
          ? `Você foi convidado para o painel da loja ${shop} no crediário.`
          : `${inviter} convidou você para o painel da loja ${shop} no crediário.`,
        'Abra o link para criar o seu acesso. Se você já entra no painel de outra loja, use o acesso que já tem.',
      ],
      links: [{ label: 'Aceitar o convite', url }],
      closing: [
        `O link vale por ${days} dias e abre uma vez só. Não o encaminhe: quem o abre entra no seu lugar.`,
        'Se você não esperava este convite, ignore esta mensagem.',
      ],
    }),
  },
  'staff-reset': {
    purpose: 'CODE',
    email: ({ shop, resetter, url, hours, hasPassword }) => ({
      subject: `Seu acesso ao painel da loja ${shop}`,
      paragraphs: [
        'Olá!',
        `${resetter ?? LENDER} redefiniu o seu acesso ao painel. O seu autenticador, as suas chaves de acesso e as suas sessões não valem mais.`,
        hasPassword
          ? 'Abra o link, escreva a sua senha e configure um novo autenticador ou uma chave de acesso.'
          : 'Abra o link e configure uma chave de acesso, ou uma senha e um autenticador.',
      ],
      links: [{ label: 'Configurar o novo acesso', url }],
      closing: [
        `O link vale por ${hours} horas e serve uma vez só. Não o encaminhe a ninguém.`,
        'Se você não esperava esta mensagem, não abra o link e fale com um proprietário da loja.',
      ],
    }),
  },
  'staff-reset-told': {
    purpose: 'CONTRACT',
    email: ({ shop, person, resetter, url }) => ({
      subject: `O acesso de ${person} ao painel da loja ${shop} foi redefinido`,
      paragraphs: [
        'Olá!',
        `${resetter ?? LENDER} redefiniu o acesso de ${person} ao painel da loja ${shop}. ${person} recebeu por e-mail um link para configurar um novo.`,
      ],
      links: [{ label: 'Ver as pessoas da loja', url }],
      closing: [
        'Se você não esperava esta mensagem, confirme com essa pessoa. Em Pessoas você pode retirar essa pessoa da loja, e em Meu acesso encerrar as suas próprias sessões.',
      ],
    }),
  },
  'staff-account-proposed': {
    purpose: 'CONTRACT',
    email: ({ shop, proposer, account, url, hasApprover, takesEffect }) => ({
      subject: `Mudança da conta dos repasses da loja ${shop}`,
      paragraphs: [
        'Olá!',
        `${proposer} pediu que os repasses da loja ${shop} passem para outra conta: ${account}.`,
        hasApprover
          ? `A mudança vale assim que outro proprietário a aprovar, ou em ${takesEffect}.`
          : `A mudança vale em ${takesEffect}.`,
      ],
      links: [{ label: 'Ver a mudança', url }],
      closing: [STOP_IT],
    }),
  },
  'staff-account-changed': {
    purpose: 'CONTRACT',
    email: ({ shop, proposer, account, url }) => ({
      subject: `A loja ${shop} tem outra conta para os repasses`,
      paragraphs: [
        'Olá!',
        `Os próximos repasses da loja ${shop} vão para esta conta: ${account}. ${proposer} pediu a mudança.`,
      ],
      links: [{ label: 'Ver a conta', url }],
      closing: [STOP_MONEY],
    }),
  },
}
