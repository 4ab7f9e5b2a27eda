import assert from 'node:assert/strict'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { OptionsAnswer } from '../../src/contract/options.ts'
import { PreApproveAnswer } from '../../src/contract/pre-approve.ts'

export type OptionsBody = Static<typeof OptionsAnswer>
export type PreApproveBody = Static<typeof PreApproveAnswer>
export type WireGroup = NonNullable<OptionsBody['retentionOptions']>
export type WireOption = WireGroup['options'][number]

const preApproval = Compile(forbidUnknown(PreApproveAnswer))
const options = Compile(forbidUnknown(OptionsAnswer))

/** Answers are written as bytes, not by the schema, so tests parse them and check them against it. */
export function checkPreApproval(body: unknown): asserts body is PreApproveBody {
  assert.deepEqual(preApproval.Errors(body).slice(0, 5), [])
}

export function checkOptions(body: unknown): asserts body is OptionsBody {
  assert.deepEqual(options.Errors(body).slice(0, 5), [])
}

/** Every option of an answer, insurance twins included, in the order in which they are written. */
export function listWireOptions(body: OptionsBody): WireOption[] {
  const groups = [
    ...(body.downPaymentOptions ?? []),
    ...(body.retentionOptions ? [body.retentionOptions] : []),
  ]
  const listed = groups.flatMap(({ options: standard, dueDateOptions = [] }) => [
    ...standard,
    ...dueDateOptions.flatMap(({ installmentOptions }) => installmentOptions),
  ])
  return listed.flatMap(({ insuranceOption, ...option }) =>
    insuranceOption === undefined ? [option] : [option, insuranceOption],
  )
}

/** The schema with additional members forbidden at every level. */
export function forbidUnknown(schema: TSchema): TSchema {
  return close(schema) as TSchema
}

function close(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(close)
  if (typeof part !== 'object' || part === null) return part
  const closed = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, close(value)]))
  return closed.type === 'object' && 'properties' in closed
    ? { ...closed, additionalProperties: false }
    : closed
}
