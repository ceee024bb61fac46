import type { Company } from './company-schema.ts'

/** What the process that renders pages reads from its input, as JSON. */
export type RenderTask = {
  readonly company: Company
  /** Appears once everything in it is written. */
  readonly pagesDir: string
  /** Gets the script of the company and the photographs. */
  readonly assetsDir: string
  /** Has the uploaded photographs, by their ids. */
  readonly photosDir: string
}
