export type Cell = string | number | null

/** The bytes of a file that has one table, part by part. */
export type TableFile = {
  begin(headings: string[]): Buffer
  rows(rows: Cell[][]): Buffer
  end(): Buffer
}
