import type { JSX } from 'preact'
import type { LenderChannels, LenderContact } from '../../src/contract/lender.ts'

/** Who lends: the law wants it named wherever credit is offered. */
export function LenderLine({ lender }: { lender: LenderContact }): JSX.Element {
  return (
    <section class="lender soft small" aria-label="Quem oferece o crédito">
      <p>
        Crédito oferecido por {lender.name} <span class="keep">CNPJ {lender.cnpj}</span>
      </p>
      <LenderLinks lender={lender} />
    </section>
  )
}

export function LenderLinks({ lender }: { lender: LenderChannels }): JSX.Element | null {
  const { sac, ouvidoria, privacy } = lender
  if (sac === undefined && ouvidoria === undefined && privacy === undefined) return null
  return (
    <ul class="channels small">
      {sac && (
        <li>
          SAC <PhoneLink phone={sac} />
        </li>
      )}
      {ouvidoria && (
        <li>
          Ouvidoria <PhoneLink phone={ouvidoria} />
        </li>
      )}
      {privacy && (
        <li>
          Privacidade <PrivacyLink address={privacy} />
        </li>
      )}
    </ul>
  )
}

export function PhoneLink({ phone }: { phone: string }): JSX.Element {
  return <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone.replaceAll(' ', '\u00a0')}</a>
}

function PrivacyLink({ address }: { address: string }): JSX.Element {
  if (!address.startsWith('https:')) return <a href={`mailto:${address}`}>{address}</a>
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {new URL(address).hostname}
    </a>
  )
}
