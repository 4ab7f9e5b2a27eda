import { maskCpf } from '../../../brazil/cpf.ts'
import { maskName } from '../../../brazil/person-name.ts'
import { maskPhone } from '../../../brazil/phone.ts'
import type { HostedPageState, MaskedPerson } from '../../../contract/hosted-page.ts'
import type { LenderContact } from '../../../contract/lender.ts'
import type { Presented } from '../../../contract/presented.ts'
import type { readHostedPage } from '../../../domains/links/index.ts'
import { maskEmail } from '../../../kernel/mask-email.ts'
import { presentReais } from '../../../kernel/money.ts'
import { presentOnboardingLink } from '../../public/present-billet.ts'

type HostedReading = Awaited<ReturnType<typeof readHostedPage>>

/** What one device may see: nothing about credit before its user read a code on the phone. */
export function presentHostedPage(
  reading: HostedReading,
  {
    now,
    publicUrl,
    lender,
  }: {
    readonly now: Date
    readonly publicUrl: string
    readonly lender: Presented<LenderContact> | undefined
  },
): Presented<HostedPageState> {
  const { link, visit, screen, ending, code, onboardingToken } = reading
  return {
    now: now.toISOString(),
    screen,
    retailerName: reading.retailerName,
    shopLogo: reading.theme.logo,
    lender,
    orderId: link.orderId,
    amount: presentReais(link.amountCentavos),
    shipping: link.products && presentReais(link.shippingCentavos),
    description: link.description,
    products: link.products?.map(({ name, amount, valueCentavos }) => ({
      name,
      amount,
      value: presentReais(valueCentavos),
    })),
    expiresAt: link.expiresAt.toISOString(),
    shopUrl: link.cancelUrl ?? link.returnUrl,
    given: screen === 'who' ? presentGiven(link.customer) : undefined,
    maskedPhone: screen === 'code' && visit ? maskPhone(visit.person.phone) : undefined,
    code: code && { expiresAt: code.expiresAt.toISOString(), resendAt: code.resendAt.toISOString() },
    groups: screen === 'options' ? visit?.groups?.map(presentGroup) : undefined,
    firstName: screen === 'options' || screen === 'refused' ? visit?.person.name.split(' ')[0] : undefined,
    refusal: screen === 'refused' ? (visit?.refusal ?? 'unavailable') : undefined,
    ending,
    returnUrl: onboardingToken && presentOnboardingLink(onboardingToken, publicUrl),
  }
}

type Group = NonNullable<HostedPageState['groups']>[number]

/** Amounts as stored; without insurance its members are absent. */
function presentGroup({ options, ...group }: Group): Presented<Group> {
  return {
    ...group,
    options: options.map(({ insurance, parts, ...option }) => ({
      ...option,
      parts,
      insurance: insurance && { ...insurance, parts: insurance.parts },
    })),
  }
}

function presentGiven({
  name,
  cpf,
  phone,
  email,
  zipCode,
  ...place
}: HostedReading['link']['customer']): Presented<MaskedPerson> {
  return {
    name: name && maskName(name),
    cpf: cpf && maskCpf(cpf),
    phone: phone && maskPhone(phone),
    email: email && maskEmail(email),
    zipCode: zipCode && `${zipCode.slice(0, 2)}***-***`,
    address: place.city && (place.state === undefined ? place.city : `${place.city}, ${place.state}`),
  }
}
