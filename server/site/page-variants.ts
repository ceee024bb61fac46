import type { Page } from '#shared/pages.ts'
import { fileForHint, type SessionHint } from '#shared/session-hint.ts'
import { type BuiltPage, readBuiltPages } from './built-pages.ts'

type PageVariants = {
  has(page: Page): boolean
  get(page: Page, hint: SessionHint): Promise<BuiltPage>
}

/** The signed-in variant is read when needed, for a faster start. */
export async function readPageVariants(
  clientDir: string,
  pages: readonly Page[],
  appOrigin: string,
): Promise<PageVariants> {
  const plain = await readBuiltPages(clientDir, pages, appOrigin)
  const others = new Map<string, Promise<BuiltPage>>()

  async function readOther(page: Page): Promise<BuiltPage> {
    const file = fileForHint(page.file, 'some')
    const read = (await readBuiltPages(clientDir, [{ ...page, file }], appOrigin)).get(file)
    if (!read) throw new Error(`The build has no ${file}.`)
    return read
  }

  return {
    has: (page) => plain.has(page.file),
    async get(page, hint) {
      const built = plain.get(page.file)
      if (!built) throw new Error(`The build has no ${page.file}.`)
      if (hint === 'none') return built
      const other = others.get(page.file) ?? readOther(page)
      others.set(page.file, other)
      // The next request tries again.
      other.catch(() => others.delete(page.file))
      return other
    },
  }
}
