import { randomUUID } from 'node:crypto'
import { computeCpfCheckDigits } from '../../../src/brazil/cpf.ts'
import { DEMO_KEY } from '../../support/app.ts'
import { optionsBody, type Person, preApproveBody } from '../../support/people.ts'
import { createRandom, type SeededRandom } from '../chaos/seeded-random.ts'
import type { Shot } from './open-loop.ts'

/** How often each request occurs among a thousand requests of a shop's day. */
const SHARES: Readonly<Record<Act, number>> = {
  preApprove: 380,
  options: 220,
  status: 170,
  read: 100,
  authorize: 60,
  play: 30,
  pay: 25,
  billets: 10,
  cancel: 5,
}

type Act = 'preApprove' | 'options' | 'status' | 'read' | 'authorize' | 'play' | 'pay' | 'billets' | 'cancel'

const KEPT = 2_000

let shoppers = 0

/** A new person; hundreds of millions of them come before one repeats. */
function newShopper(): Person {
  const number = ++shoppers
  const nine = String(100_000_000 + ((number * 7_919) % 899_999_999))
  return {
    cpf: nine + computeCpfCheckDigits(nine),
    phone: `119${String(10_000_000 + (number % 80_000_000))}`,
    email: `cliente.${number}@exemplo.com.br`,
    zipCode: '01310100',
  }
}

/** Builds the next request; later requests use ids from earlier answers, as customers go from step to step. */
export function createShopDay(seed: number): () => Shot {
  const random = createRandom(seed)
  const options: string[] = []
  const purchases: string[] = []
  const billets: string[] = []
  let orders = 0
  const acts = Object.entries(SHARES).flatMap(([act, share]) => Array<Act>(share).fill(act as Act))

  const keep = (list: string[], id: string | undefined): void => {
    if (id === undefined) return
    list.push(id)
    if (list.length > KEPT) list.shift()
  }

  const preApprove = (): Shot =>
    write('/preApprove', preApproveBody(DEMO_KEY, newShopper(), 900), { isKeyed: true })

  const makers: Readonly<Record<Act, () => Shot | undefined>> = {
    preApprove,
    options: () =>
      write('/options', optionsBody(DEMO_KEY, newShopper(), 900), {
        isKeyed: true,
        learn: text => keep(options, findOption(text)),
      }),
    authorize() {
      const optionId = options.pop()
      if (optionId === undefined) return undefined
      const orderId = `dia-${seed}-${++orders}`
      return write(
        '/authorize',
        { apiKey: DEMO_KEY, optionId, orderId },
        {
          isKeyed: true,
          learn: text => keep(purchases, /"transactionId":"([0-9a-f]{24})"/.exec(text)?.[1]),
        },
      )
    },
    status: () =>
      about(purchases, random, id => write(`/public/transaction/${id}/status`, { apiKey: DEMO_KEY })),
    read: () =>
      about(purchases, random, id =>
        write(
          `/public/transaction/${id}`,
          { apiKey: DEMO_KEY },
          {
            learn: text => keep(billets, /"downPaymentBillet":\{[^}]*?"id":"([0-9a-f]{24})"/.exec(text)?.[1]),
          },
        ),
      ),
    play: () =>
      about(purchases, random, id =>
        write(
          `/sandbox/transaction/${id}/onboarding`,
          { apiKey: DEMO_KEY, until: 'COMPLETE' },
          { isKeyed: true },
        ),
      ),
    pay() {
      const id = billets.pop()
      return id === undefined
        ? undefined
        : write(`/sandbox/billet/${id}/pay`, { apiKey: DEMO_KEY }, { isKeyed: true })
    },
    billets: () =>
      about(purchases, random, id => write(`/public/transaction/${id}/billets`, { apiKey: DEMO_KEY })),
    cancel: () =>
      about(purchases, random, id =>
        write('/cancel', { apiKey: DEMO_KEY, transactionId: id }, { isKeyed: true }),
      ),
  }

  return () => {
    const act = random.pick(acts)
    const shot = makers[act]()
    return shot === undefined ? { ...preApprove(), act: 'preApprove' } : { ...shot, act }
  }
}

function about(ids: readonly string[], random: SeededRandom, make: (id: string) => Shot): Shot | undefined {
  return ids.length === 0 ? undefined : make(random.pick(ids))
}

/** The first option of the list, not the id of the approval before it. */
function findOption(text: string): string | undefined {
  const from = text.indexOf('"downPaymentOptions":[{"downPaymentPercentage"')
  return from < 0 ? undefined : /"_id":"([0-9a-f]{24})"/.exec(text.slice(from, from + 4_000))?.[1]
}

/** What changes something carries an Idempotency-Key, as careful shops send it: its answer is stored too. */
function write(
  path: string,
  body: object,
  { isKeyed = false, learn }: { isKeyed?: boolean; learn?: (text: string) => void } = {},
): Shot {
  const json = JSON.stringify(body)
  const key = isKeyed ? `Idempotency-Key: ${randomUUID()}\r\n` : ''
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${key}`
  return { bytes: Buffer.from(`${head}Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`), learn }
}
