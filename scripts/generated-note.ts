/** The first line of every generated page. */
export const NOTE =
  '<!-- Generated from the code by `npm run generate`: edit the source, not this page. -->\n'
