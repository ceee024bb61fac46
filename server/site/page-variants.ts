import type { Page } from '#shared/pages.ts'
import { retentionPlaceholder } from '#shared/retention.ts'
import { fileForHint, type SessionHint } from '#shared/session-hint.ts'
import { type BuiltPage, readBuiltPages } from './built-pages.ts'

export type PageVariants = {
  has(page: Page): boolean
  get(page: Page, hint: SessionHint, query: unknown): Promise<BuiltPage>
}

/** The signed-in variant is read when needed, for a faster start. */
export async function readPageVariants(
  clientDir: string,
  pages: readonly Page[],
  appOrigin: string,
  readRetention: () => Promise<string>,
  common: Readonly<Record<string, string>>,
): Promise<PageVariants> {
  const bySearch = pages.flatMap((page) => (page.bySearch ? [{ ...page, file: page.bySearch.file }] : []))
  const plain = await readBuiltPages(clientDir, [...pages, ...bySearch], appOrigin, common)
  const others = new Map<string, Promise<BuiltPage>>()
  const stating = new Map<string, { readonly sentence: string; readonly built: Promise<BuiltPage> }>()

  async function readOther(page: Page, file: string, texts: Record<string, string> = {}): Promise<BuiltPage> {
    const read = (await readBuiltPages(clientDir, [{ ...page, file }], appOrigin, { ...common, ...texts })).get(file)
    if (!read) throw new Error(`The build has no ${file}.`)
    return read
  }

  /** Prepares the page again when the rules have changed. */
  async function readStating(page: Page, file: string): Promise<BuiltPage> {
    const sentence = await readRetention()
    const known = stating.get(file)
    if (known?.sentence === sentence) return await known.built
    const built = readOther(page, file, { [retentionPlaceholder]: sentence })
    stating.set(file, { sentence, built })
    built.catch(() => stating.delete(file))
    return await built
  }

  return {
    has: (page) => plain.has(page.file),
    async get(page, hint, query) {
      const file = fileFor(page, query)
      const built = plain.get(file)
      if (!built) throw new Error(`The build has no ${file}.`)
      if (page.statesRetention) return await readStating(page, hint === 'none' ? file : fileForHint(file, 'some'))
      if (hint === 'none') return built
      const other = others.get(file) ?? readOther(page, fileForHint(file, 'some'))
      others.set(file, other)
      // The next request tries again.
      other.catch(() => others.delete(file))
      return other
    },
  }
}

function fileFor({ file, bySearch }: Page, query: unknown): string {
  const parameters = typeof query === 'object' && query !== null ? Object.entries(query) : []
  const matches = parameters.some(([name, value]) => name === bySearch?.name && value === bySearch.value)
  return bySearch && matches ? bySearch.file : file
}
