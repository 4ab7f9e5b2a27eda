/** A row as the program has it: what is NULL in the database is undefined. */
export type WithoutNulls<Row> = {
  readonly [Name in keyof Row]: null extends Row[Name] ? Exclude<Row[Name], null> | undefined : Row[Name]
}

/** Turns NULLs into undefined in place: the row belongs to the caller. */
export function replaceNulls<Row extends object>(row: Row): WithoutNulls<Row> {
  const members = row as Record<string, unknown>
  for (const name in members) if (members[name] === null) members[name] = undefined
  return row as WithoutNulls<Row>
}
