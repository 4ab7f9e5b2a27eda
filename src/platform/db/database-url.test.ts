import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { parseDatabaseUrl } from './database-url.ts'

/** Where the client library would connect to, which is what counts. */
function listPlaces(text: string): string[] {
  const servers = parseDatabaseUrl(text)
  assert.ok(typeof servers === 'object', String(servers))
  return servers.urls.map(connectionString => {
    const { user, password, host, port, database } = new Client({ connectionString })
    return `${user}:${password}@${host}:${port}/${database}`
  })
}

const READ: [text: string, places: string[]][] = [
  ['postgres://u:p@one/db', ['u:p@one:5432/db']],
  ['postgresql://u:p@one:6432/db', ['u:p@one:6432/db']],
  ['postgres://u:p@one,two/db', ['u:p@one:5432/db', 'u:p@two:5432/db']],
  [
    'postgres://u:p@one:5433,10.0.0.2:5434,[::1]:5435/db',
    ['u:p@one:5433/db', 'u:p@10.0.0.2:5434/db', 'u:p@::1:5435/db'],
  ],
  ['postgres://u:p@one:5433,two/db?port=6000', ['u:p@one:5433/db', 'u:p@two:6000/db']],
  ['postgres://u:p%2C%40x@one,two/db', ['u:p,@x@one:5432/db', 'u:p,@x@two:5432/db']],
  ['postgres://u:p@/db?host=/run/a,/run/b', ['u:p@/run/a:5432/db', 'u:p@/run/b:5432/db']],
  ['postgres://u:p@x/db?host=/run/a,/run/a&port=1,2', ['u:p@/run/a:1/db', 'u:p@/run/a:2/db']],
  ['postgres://u:p@one:1,two:2/db?target_session_attrs=read-write', ['u:p@one:1/db', 'u:p@two:2/db']],
]

for (const [text, places] of READ)
  test(`${text} leads to ${places.join(' and ')}`, () => assert.deepEqual(listPlaces(text), places))

test('several hosts, or a target, ask for a server that accepts writes; one host does not', () => {
  const mustBeWritable = (text: string) => {
    const servers = parseDatabaseUrl(text)
    return typeof servers === 'object' && servers.mustBeWritable
  }
  assert.equal(mustBeWritable('postgres://one/db'), false)
  assert.equal(mustBeWritable('postgres://one,two/db'), true)
  assert.equal(mustBeWritable('postgres://one/db?target_session_attrs=primary'), true)
})

test('other parameters reach every server', () => {
  const servers = parseDatabaseUrl('postgres://one,two/db?options=-c%20search_path%3Dx&sslmode=disable')
  assert.ok(typeof servers === 'object')
  for (const connectionString of servers.urls) {
    const { connectionParameters } = new Client({ connectionString }) as Client & {
      connectionParameters: { options: string; ssl: unknown }
    }
    assert.equal(connectionParameters.options, '-c search_path=x')
    assert.equal(connectionParameters.ssl, false)
  }
})

const REFUSED: [text: string, sentence: RegExp][] = [
  ['mysql://one,two/db', /must be an address that begins with postgres:/],
  ['postgres://u:secret@one,,two/db', /must not have an empty host/],
  ['postgres://u:secret@one,two,/db', /must not have an empty host/],
  ['postgres://u:secret@one:5432:1,two/db', /must name each host as a name or an address and a port/],
  ['postgres://u:secret@one:70000,two/db', /must have ports from 1 to 65535/],
  ['postgres://u:secret@one,two:0/db', /must have ports from 1 to 65535/],
  ['postgres://u:secret@one:x,two/db', /must name each host as/],
  ['postgres://u:secret@one two,three/db', /must name each host as/],
  ['postgres://u:secret@one,two,three/db?port=1,2', /must name one port for all of its 3 hosts/],
  ['postgres://u:secret@one,ONE:5432/db', /must name each host once/],
  ['postgres://u:secret@one,two/db?target_session_attrs=standby', /target_session_attrs=read-write/],
  ['postgres://u:secret@one,two/db?target_session_attrs=any', /target_session_attrs=read-write/],
]

for (const [text, sentence] of REFUSED)
  test(`${text} is refused by a sentence that does not quote it`, () => {
    const refusal = parseDatabaseUrl(text)
    assert.ok(typeof refusal === 'string')
    assert.match(refusal, sentence)
    assert.ok(!refusal.includes('secret'))
  })
