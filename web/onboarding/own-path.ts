/** Links of the server name its published address; this device may know it by another, and has its cookie there. */
export function toOwnPath(url: string): string {
  return new URL(url, location.href).pathname
}
