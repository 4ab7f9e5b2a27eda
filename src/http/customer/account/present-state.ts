import { maskCpf } from '../../../brazil/cpf.ts'
import { maskPhone } from '../../../brazil/phone.ts'
import type { Account, AccountRequest, AccountState } from '../../../contract/account.ts'
import type { LenderContact } from '../../../contract/lender.ts'
import type { Presented } from '../../../contract/presented.ts'
import type { Challenge } from '../../../domains/codes/index.ts'
import type { CustomerRequest } from '../../../domains/customers/index.ts'
import type { AccountReading } from '../../../domains/servicing/index.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { presentAccountPurchase } from './present-purchase.ts'

/** Before the code. Nothing in it depends on whether the CPF is known. */
export function presentSignIn(
  challenge: Challenge | undefined,
  lender: Presented<LenderContact> | undefined,
  now: Date,
): Presented<AccountState> {
  return {
    now: now.toISOString(),
    screen: challenge === undefined ? 'cpf' : 'code',
    code: challenge && {
      expiresAt: challenge.expiresAt.toISOString(),
      resendAt: challenge.resendAt.toISOString(),
    },
    lender,
    account: undefined,
  }
}

export function presentSignedIn(reading: AccountReading, now: Date): Presented<AccountState> {
  return {
    now: now.toISOString(),
    screen: 'account',
    code: undefined,
    lender: undefined,
    account: presentAccount(reading, now),
  }
}

function presentAccount({ purchases, requests, lender }: AccountReading, now: Date): Presented<Account> {
  const signed = purchases.find(({ purchase }) => purchase.signedAt !== undefined) ?? purchases[0]
  if (signed === undefined) throw new Error('an account without purchases')
  const { name, cpf, phone, email } = signed.purchase.customer
  return {
    firstName: name?.trim().split(/\s+/, 1)[0],
    name,
    maskedCpf: maskCpf(cpf),
    maskedPhone: maskPhone(phone),
    email,
    lender,
    purchases: purchases.map(each => presentAccountPurchase(each, now)),
    requests: requests.map(presentRequest),
  }
}

export function presentRequest(request: CustomerRequest): Presented<AccountRequest> {
  const { id, kind, transactionId, text, openedAt, answerUntil, answer, answeredAt } = request
  return {
    id,
    kind,
    transactionId,
    text,
    openedOn: calendarDateAt(openedAt),
    answerUntil,
    answer,
    answeredOn: answeredAt && calendarDateAt(answeredAt),
  }
}
