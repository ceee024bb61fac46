import type { Page } from '#shared/pages.ts'
import { fileForHint, type SessionHint } from '#shared/session-hint.ts'
import { type BuiltPage, readBuiltPages } from './built-pages.ts'

type PageVariants = {
  has(page: Page): boolean
  get(page: Page, hint: SessionHint, query: unknown): Promise<BuiltPage>
}

/** The signed-in variant is read when needed, for a faster start. */
export async function readPageVariants(
  clientDir: string,
  pages: readonly Page[],
  appOrigin: string,
): Promise<PageVariants> {
  const bySearch = pages.flatMap((page) => (page.bySearch ? [{ ...page, file: page.bySearch.file }] : []))
  const plain = await readBuiltPages(clientDir, [...pages, ...bySearch], appOrigin)
  const others = new Map<string, Promise<BuiltPage>>()

  async function readOther(page: Page, name: string): Promise<BuiltPage> {
    const file = fileForHint(name, 'some')
    const read = (await readBuiltPages(clientDir, [{ ...page, file }], appOrigin)).get(file)
    if (!read) throw new Error(`The build has no ${file}.`)
    return read
  }

  return {
    has: (page) => plain.has(page.file),
    async get(page, hint, query) {
      const file = fileFor(page, query)
      const built = plain.get(file)
      if (!built) throw new Error(`The build has no ${file}.`)
      if (hint === 'none') return built
      const other = others.get(file) ?? readOther(page, file)
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
