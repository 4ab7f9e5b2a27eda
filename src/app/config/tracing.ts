import { SAMPLERS, type TracingSettings } from '../../platform/telemetry/tracing.ts'
import type { VariableReader } from './variable-reader.ts'

/** The usual variables of OpenTelemetry. Undefined without an endpoint: nothing is traced. */
export function readTracing(read: VariableReader, problems: string[]): TracingSettings | undefined {
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])
  const headers = readHeaders(read.text('OTEL_EXPORTER_OTLP_HEADERS'), problems)
  const sampler = read.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on')
  const ratio = readRatio(read.text('OTEL_TRACES_SAMPLER_ARG'), problems)
  const serviceName = read.text('OTEL_SERVICE_NAME') ?? 'crediario'
  return endpoint === undefined ? undefined : { endpoint, headers, serviceName, sampler, ratio }
}

function readRatio(text: string | undefined, problems: string[]): number {
  if (text === undefined) return 1
  const ratio = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN
  if (ratio >= 0 && ratio <= 1) return ratio
  problems.push('OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, such as 0.1')
  return 1
}

/** As in `api-key=secret,tenant=a%20b`. The sentence does not repeat what was set: it may be a secret. */
function readHeaders(text: string | undefined, problems: string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const pair of text?.split(',') ?? []) {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
    const decoded = decode(value)
    if (name !== undefined && decoded !== undefined) headers[name.toLowerCase()] = decoded
    else
      problems.push(
        'OTEL_EXPORTER_OTLP_HEADERS must be name=value, separated by commas, values percent-encoded',
      )
  }
  return headers
}

function decode(value: string | undefined): string | undefined {
  try {
    const decoded = value === undefined ? '' : decodeURIComponent(value)
    return /^[\t\x20-\x7e]+$/.test(decoded) ? decoded : undefined
  } catch {
    return undefined
  }
}
