import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

/** Parses `{"result": "…"}` of a service that answers with one of these words. */
export function createVerdictParser<const Result extends string>(
  results: readonly Result[],
): (text: string) => Result | undefined {
  const body = Compile(Type.Object({ result: Type.String() }))
  return text => {
    try {
      const answer: unknown = JSON.parse(text)
      return body.Check(answer) ? results.find(each => each === answer.result) : undefined
    } catch {
      return undefined
    }
  }
}
