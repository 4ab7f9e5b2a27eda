/** Text at 1-based positions, as in the banks' manuals; blanks elsewhere. Does not use the program's layout tables. */
export function placeText(
  pieces: readonly (readonly [position: number, text: string])[],
  length = 240,
): string {
  let line = ' '.repeat(length)
  for (const [position, text] of pieces)
    line = line.slice(0, position - 1) + text + line.slice(position - 1 + text.length)
  return line
}

/** Positions `from` to `to`, both included. */
export const cut = (line: string, from: number, to = from): string => line.slice(from - 1, to)

export interface ReturnedTitle {
  readonly occurrence: string
  /** As it stands in positions 38 to 57. */
  readonly ourNumber: string
  readonly paid?: number
  readonly credited?: number
  readonly occurredOn?: string
  readonly creditedOn?: string
  readonly reasons?: string
}

export interface ReturnedFile {
  readonly bank: string
  readonly sequence?: number
  readonly agreement?: string
  readonly agency?: string
  readonly account?: string
  readonly titles: readonly ReturnedTitle[]
}

const number = (value: number, length: number): string => String(value).padStart(length, '0')

/** The lines of a return file of one batch. */
export function returnLines(file: ReturnedFile): string[] {
  const { bank, sequence = 257, agreement = '', agency = '', account = '', titles } = file
  const details = titles.flatMap((title, index) => [
    tLine(file, title, 2 * index + 1),
    uLine(file, title, 2 * index + 2),
  ])
  const holder = (shift: number): [number, string][] => [
    [33 + shift, agreement],
    [53 + shift, agency.padStart(5, '0')],
    [59 + shift, account.padStart(12, '0')],
  ]
  return [
    placeText([
      [1, `${bank}00000`],
      [18, '2'],
      [19, '02659953000176'],
      ...holder(0),
      [143, '221032011024750'],
      [158, number(sequence, 6)],
      [164, '030'],
    ]),
    placeText([[1, `${bank}00011T0100020`], ...holder(1)]),
    ...details,
    placeText([
      [1, `${bank}00015`],
      [18, number(details.length + 2, 6)],
    ]),
    placeText([
      [1, `${bank}99999`],
      [18, '000001'],
      [24, number(details.length + 4, 6)],
    ]),
  ]
}

function tLine(
  { bank, agency = '', account = '' }: ReturnedFile,
  title: ReturnedTitle,
  sequence: number,
): string {
  return placeText([
    [1, `${bank}00013${number(sequence, 5)}T ${title.occurrence}`],
    [18, agency.padStart(5, '0')],
    [24, account.padStart(12, '0')],
    [38, title.ourNumber],
    [58, '1'],
    [74, '23032011'],
    [82, number(4000, 15)],
    [199, number(500, 15)],
    [214, title.reasons ?? ''],
  ])
}

function uLine({ bank }: ReturnedFile, title: ReturnedTitle, sequence: number): string {
  const { occurrence, paid = 0, credited = paid, occurredOn = '21032011', creditedOn = '23032011' } = title
  return placeText([
    [1, `${bank}00013${number(sequence, 5)}U ${occurrence}`],
    [18, number(0, 60)],
    [78, number(paid, 15)],
    [93, number(credited, 15)],
    [108, number(0, 30)],
    [138, occurredOn],
    [146, creditedOn],
  ])
}

export const asFile = (lines: readonly string[], lineEnd = '\r\n'): string =>
  lines.map(line => line + lineEnd).join('')
