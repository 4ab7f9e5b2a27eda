import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { Heading } from '../../customer/heading.tsx'
import { toOwnPath } from '../../customer/own-path.ts'
import { LinkButton } from '../../design/button.tsx'

/** The purchase goes on in the onboarding. Replaced, so that the way back leads to the shop and not here. */
export function Leaving({ returnUrl }: { returnUrl: string }): JSX.Element {
  const path = toOwnPath(returnUrl)
  useEffect(() => location.replace(path), [path])
  return (
    <>
      <Heading title="Levando você para a sua compra">
        Falta pouco: agora você confere tudo e confirma sua identidade.
      </Heading>
      <LinkButton href={path} kind="primary">
        Continuar
      </LinkButton>
    </>
  )
}
