import type { Page } from '#shared/pages.ts'
import { fileForHint, type SessionHint } from '#shared/session-hint.ts'
import { type BuiltPage, readBuiltPages } from './built-pages.ts'

/** The pages of a build, each in its two variants. */
type PageVariants = {
  /** Whether the build has written the page. */
  has(page: Page): boolean
  /** @throws {Error} when the build has not written the page, or its file cannot be read any more */
  get(page: Page, hint: SessionHint): Promise<BuiltPage>
}

/**
 * Reads what browsers without a session get. The other variant of a page, which few ever ask for, is read and
 * compressed when somebody does, so that the server starts no later for it.
 */
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
      // Read again the next time, should it have failed for want of file handles.
      other.catch(() => others.delete(page.file))
      return other
    },
  }
}
