import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

/* Compares a document with the derived schema: elements, their parents and order, and every attribute. */

interface ElementRule {
  readonly required: readonly string[]
  readonly allowed: readonly string[]
  readonly children: readonly string[]
}

const file = new URL('../../src/domains/reporting/scr/doc3040-derived.xsd', import.meta.url)

function readRules(): Map<string, ElementRule> {
  const text = readFileSync(file, 'utf8')
  const listAttributes = (part: string) => [
    ...part.matchAll(/<xs:attribute name="(\w+)"[^>]*?(use="required")?\/>/g),
  ]
  const maturities = /<xs:complexType name="Maturities">([\s\S]*?)<\/xs:complexType>/.exec(text)?.[1] ?? ''
  const rules = new Map<string, ElementRule>([
    [
      'Venc',
      { required: [], allowed: listAttributes(maturities).map(([, name = '']) => name), children: [] },
    ],
  ])
  for (const [, name = '', part = ''] of text.matchAll(
    /\n {2}<xs:element name="(\w+)">([\s\S]*?)\n {2}<\/xs:element>/g,
  )) {
    const attributes = listAttributes(part)
    rules.set(name, {
      required: attributes.filter(([, , use]) => use !== undefined).map(([, each = '']) => each),
      allowed: attributes.map(([, each = '']) => each),
      children: [...part.matchAll(/<xs:element (?:ref|name)="(\w+)"/g)].map(([, each = '']) => each),
    })
  }
  return rules
}

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlElement[]
}

export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [root]
  for (const [, end, name = '', written = '', isEmpty] of text.matchAll(
    /<(\/?)([A-Za-z]\w*)((?: \w+="[^"<>]*")*)(\/?)>/g,
  )) {
    if (end === '/') {
      assert.equal(open.pop()?.name, name)
      continue
    }
    const attributes = Object.fromEntries(
      [...written.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    )
    const element = { name, attributes, children: [] }
    open.at(-1)?.children.push(element)
    if (isEmpty === '') open.push(element)
  }
  assert.equal(open.length, 1, 'every element is closed')
  const [document] = root.children
  assert.ok(document)
  return document
}

export function checkSchema(element: XmlElement, rules = readRules()): void {
  const rule = rules.get(element.name)
  assert.ok(rule, `${element.name} is not in the schema`)
  const names = Object.keys(element.attributes)
  for (const name of rule.required) assert.ok(names.includes(name), `${element.name} lacks ${name}`)
  for (const name of names) assert.ok(rule.allowed.includes(name), `${element.name} has no ${name}`)
  const places = element.children.map(({ name }) => rule.children.indexOf(name))
  assert.ok(
    places.every(place => place >= 0),
    `${element.name} has a child that is not its own`,
  )
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
    `order of ${element.name}`,
  )
  for (const child of element.children) checkSchema(child, rules)
}
