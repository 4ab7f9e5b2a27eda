/** Whether a conditional request already has this version; an ETag counts as the same when a proxy has weakened it (RFC 9110, 13.1.2). */
export function isKnownToClient(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  return ifNoneMatch.split(',').some(each => {
    const tag = each.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}
