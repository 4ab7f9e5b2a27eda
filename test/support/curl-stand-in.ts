import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/* Implements the curl options that the documentation uses, for machines without curl. */
const headers: [string, string][] = []
let url = ''
let body: string | undefined
let method: string | undefined
let output: string | undefined
let cookiesFrom: string | undefined
let cookiesTo: string | undefined

const words = process.argv.slice(2)
for (let word = words.shift(); word !== undefined; word = words.shift()) {
  if (word === '-s') continue
  const value = word.startsWith('-') ? (words.shift() ?? '') : word
  if (word === '-H') headers.push([value.split(': ')[0] ?? '', value.split(': ').slice(1).join(': ')])
  else if (word === '-d') body = value
  else if (word === '-X') method = value
  else if (word === '-o') output = value
  else if (word === '-b') cookiesFrom = value
  else if (word === '-c') cookiesTo = value
  else if (value === word) url = word
  else throw new Error(`the documentation uses ${word}, which the stand-in for curl does not know`)
}

const jar = cookiesFrom !== undefined && existsSync(cookiesFrom) ? readFileSync(cookiesFrom, 'utf8') : ''
if (jar !== '') headers.push(['cookie', jar])
const response = await fetch(url, {
  method: method ?? (body === undefined ? 'GET' : 'POST'),
  headers,
  ...(body === undefined ? {} : { body }),
})
if (cookiesTo !== undefined) {
  const set = response.headers.getSetCookie().map(cookie => cookie.split(';')[0])
  if (set.length > 0) writeFileSync(cookiesTo, set.join('; '))
}
const bytes = Buffer.from(await response.arrayBuffer())
if (output === undefined) process.stdout.write(bytes)
else writeFileSync(output, bytes)
