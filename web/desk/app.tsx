import type { JSX } from 'preact'
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { type DeskSession, mayDo } from '../../src/contract/desk.ts'
import { Alert } from '../design/alert.tsx'
import { liveRegion } from '../design/announce.ts'
import { Button } from '../design/button.tsx'
import { Tag } from '../design/tag.tsx'
import { useAction } from '../design/use-action.ts'
import { computeSilenceMs, DeskProblem, get, post } from './api.ts'
import { type Desk, DeskContext } from './desk-context.ts'
import { Heading } from './parts/heading.tsx'
import { Link } from './parts/link.tsx'
import { Shortcuts } from './parts/shortcuts.tsx'
import { writeProblem } from './problems.ts'
import { addressOf, goTo, usePath } from './route.ts'
import { findScreen, tabs } from './screens.tsx'
import { SignIn } from './sign-in.tsx'
import { ROLE_WORDS } from './words.ts'

export function App(): JSX.Element {
  const path = usePath()
  const [session, setSession] = useState<DeskSession | 'unknown' | 'none'>('unknown')
  /** Shown once, on the screen at `at` or at the sign-in. */
  const [notice, setNotice] = useState<{ text: string | undefined; at: string }>()
  const [problem, setProblem] = useState<string>()

  const refresh = useCallback(async () => {
    try {
      setSession(await get<DeskSession>('/session'))
      setProblem(undefined)
    } catch (error) {
      if (isSignedOut(error)) setSession('none')
      else setProblem(writeProblem(error))
    }
  }, [])
  useEffect(() => void refresh(), [refresh, path])

  const idleMinutes = typeof session === 'string' ? undefined : session.idleMinutes
  useEffect(() => {
    if (idleMinutes === undefined) return
    // The server has ended the session by then: its data must not stay on the screen.
    const timer = setInterval(() => {
      if (computeSilenceMs() < idleMinutes * 60_000) return
      setNotice({ text: 'Sua sessão terminou por inatividade. Entre de novo.', at: SIGN_IN })
      setSession('none')
    }, IDLE_CHECK_MS)
    return () => clearInterval(timer)
  }, [idleMinutes])

  const desk = useMemo<Desk | undefined>(() => {
    if (typeof session === 'string') return undefined
    return {
      session,
      refresh: () => void refresh(),
      explain(error) {
        if (isSignedOut(error)) {
          setNotice({ text: writeProblem(error), at: SIGN_IN })
          setSession('none')
        }
        return writeProblem(error)
      },
      leave(address, text) {
        setNotice({ text, at: address })
        goTo(address)
        void refresh()
      },
    }
  }, [session, refresh])

  if (session === 'none')
    return (
      <>
        <SignIn
          notice={notice?.at === SIGN_IN ? notice.text : undefined}
          onDone={async () => {
            setNotice(undefined)
            await refresh()
          }}
        />
        <p {...liveRegion} />
      </>
    )
  if (desk === undefined)
    return (
      <main class="door stack">
        {problem ? <Alert tone="bad">{problem}</Alert> : <p class="soft">Carregando…</p>}
      </main>
    )
  return (
    <DeskContext.Provider value={desk}>
      <Top
        session={desk.session}
        path={path}
        onSignOut={() => {
          setNotice({ text: 'Você saiu da mesa.', at: SIGN_IN })
          setSession('none')
          goTo(addressOf.queue)
        }}
      />
      <main class="desk">
        {notice?.at === path && notice.text && (
          <div class="notice">
            <Alert tone="good">{notice.text}</Alert>
          </div>
        )}
        <div key={path}>{findScreen(path) ?? <Missing />}</div>
      </main>
      <p {...liveRegion} />
    </DeskContext.Provider>
  )
}

const SIGN_IN = 'sign-in'
const IDLE_CHECK_MS = 5_000

const isSignedOut = (error: unknown): boolean =>
  error instanceof DeskProblem && error.code === 'desk_session_required'

function Missing(): JSX.Element {
  return (
    <div class="stack">
      <Heading title="Página não encontrada" />
      <Link to={addressOf.queue}>Voltar para a fila</Link>
    </div>
  )
}

interface TopProps {
  readonly session: DeskSession
  readonly path: string
  readonly onSignOut: () => void
}

function Top({ session, path, onSignOut }: TopProps): JSX.Element {
  const { operator, counts } = session
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      await post('/sign-out')
      onSignOut()
    } catch (error) {
      if (isSignedOut(error)) onSignOut()
      else setProblem(writeProblem(error))
    }
  })
  const shown = tabs.filter(({ action }) => action === undefined || mayDo(operator.role, action))
  return (
    <header class="top">
      <div class="top-row">
        <p class="brand">Mesa de crédito {session.isHomologation && <Tag tone="warn">Homologação</Tag>}</p>
        <Shortcuts />
        <p class="who">
          <span>{operator.name}</span> <span class="soft">{ROLE_WORDS[operator.role]}</span>
        </p>
        <Button kind="plain" wide={false} busy={busy} onPress={() => void run()}>
          Sair
        </Button>
      </div>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <nav aria-label="Mesa" class="tabs">
        {shown.map(({ path: name, name: title, count, alsoFor }) => (
          <Link
            key={name}
            to={addressAt(name)}
            isCurrent={isWithin(name, path) || (alsoFor !== undefined && isWithin(alsoFor, path))}
            class="tab"
          >
            {title}
            {count !== undefined && <Count value={counts[count]} />}
          </Link>
        ))}
      </nav>
    </header>
  )
}

function Count({ value }: { value: number }): JSX.Element {
  return <span class="count">{value >= 1_000 ? '999+' : value}</span>
}

const addressAt = (name: string): string => (name === '' ? '/desk' : `/desk/${name}`)

function isWithin(name: string, path: string): boolean {
  const address = addressAt(name)
  return path === address || (name !== '' && path.startsWith(`${address}/`))
}
