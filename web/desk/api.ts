import { DESK_HEADER, PAGE_COUNT_HEADER } from '../../src/contract/desk.ts'
import { createStaffApi } from '../shell/api.ts'

export { computeSilenceMs, StaffProblem as DeskProblem } from '../shell/api.ts'

export const api = createStaffApi('/desk/api', DESK_HEADER)
export const { get, post } = api

/** The bytes behind a short-lived URL from the server. */
export async function fetchFile(url: string): Promise<Blob> {
  return (await fetchPage(url)).blob
}

/** A picture of one page, and how many pages its file has. */
export async function fetchPage(url: string): Promise<{ readonly blob: Blob; readonly pageCount: number }> {
  const response = await api.fetch(url)
  return { blob: await response.blob(), pageCount: Number(response.headers.get(PAGE_COUNT_HEADER) ?? 1) }
}
