import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { PlatformList } from '../../../src/contract/console-integration.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { CodeBlock } from '../../design/code-block.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Tag } from '../../design/tag.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { PLATFORMS, type PlatformGuide } from '../platforms.ts'
import { PlatformWork } from './platform-work.tsx'

export function IntegrationPlatforms(): JSX.Element {
  const { data, problem, reload } = useLoad<PlatformList>('platforms', () => get('/integration/platforms'))
  const [chosen, setChosen] = useState<PlatformGuide>()
  if (problem) return <Alert tone="bad">{problem}</Alert>
  if (data === undefined) return <Skeleton />
  if (chosen !== undefined)
    return <SetUp guide={chosen} list={data} onBack={() => setChosen(undefined)} onChange={reload} />
  return (
    <div class="stack">
      <p class="soft">Conectores prontos para a plataforma da loja.</p>
      <div class="platforms">
        {PLATFORMS.map(guide => {
          const isOn = data.accounts.some(each => each.platform === guide.id && each.isEnabled)
          return (
            <Card key={guide.id} title={guide.name}>
              <p>{guide.summary}</p>
              <div class="tags">
                {isOn && <Tag tone="good">Ligado</Tag>}
                <Tag>{guide.shop === undefined ? 'Roda no Crediário' : 'Instalado na plataforma'}</Tag>
              </div>
              <Button kind="quiet" onPress={() => setChosen(guide)}>
                Configurar<span class="unseen"> {guide.name}</span>
              </Button>
            </Card>
          )
        })}
      </div>
    </div>
  )
}

interface SetUpProps {
  readonly guide: PlatformGuide
  readonly list: PlatformList
  readonly onBack: () => void
  readonly onChange: () => void
}

function SetUp({ guide, list, onBack, onChange }: SetUpProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const hasConnector = guide.shop !== undefined || list.served.includes(guide.id)
  return (
    <div class="stack">
      <div>
        <Button kind="plain" wide={false} onPress={onBack}>
          Todas as plataformas
        </Button>
      </div>
      <h2 ref={heading} tabIndex={-1} class="screen-title">
        {guide.name}
      </h2>
      <Card title="Como instalar">
        <ol class="numbered">
          {guide.steps.map(step => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {guide.writeLines?.(list).map(({ title, text }) => (
          <CodeBlock key={title} title={title} text={text} />
        ))}
      </Card>
      {hasConnector ? (
        <PlatformWork guide={guide} installAddress={list.installAddresses[guide.id]} onChange={onChange} />
      ) : (
        <Alert tone="warn">Este conector ainda não roda nesta instalação do Crediário.</Alert>
      )}
    </div>
  )
}
