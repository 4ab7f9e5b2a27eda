import type { ComponentChildren, JSX } from 'preact'

export interface Column<Row> {
  readonly name: string
  readonly cell: (row: Row) => ComponentChildren
  /** Aligned to the right, digit under digit. */
  readonly isFigure?: boolean
}

interface TableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

/** On a narrow screen every row becomes a card. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>): JSX.Element {
  return (
    <div class="table-room">
      <table class="table">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isFigure }) => (
              <th key={name} scope="col" class={isFigure ? 'figure' : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, cell, isFigure }) => (
                <td key={name} data-label={name} class={isFigure ? 'figure' : ''}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
