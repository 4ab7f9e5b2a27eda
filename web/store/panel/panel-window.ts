export const PANEL_PATH = '/store/sandbox'

const NAME = 'store-sandbox'
const WIDTH = 430
const HEIGHT = 820

/** Beside the shop's own window, where there is room for it; must be called within a press. */
export function openPanelWindow(): void {
  if (!matchMedia('(min-width: 60rem)').matches) return
  const left = Math.max(0, screen.availWidth - WIDTH)
  open(PANEL_PATH, NAME, `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=40`)
}
