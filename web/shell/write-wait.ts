export const writeWait = (seconds: number): string =>
  seconds < 90 ? `${seconds} segundos` : `${Math.ceil(seconds / 60)} minutos`
