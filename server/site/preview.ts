import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getRefusal } from '#server/accounts/sessions/guards.ts'
import { clearCookie } from '#server/accounts/sessions/session-cookies.ts'
import { cookieNames } from '#shared/cookie-names.ts'
import type { PageVariants } from './page-variants.ts'

const endOfPreview = '/admin/company/end-preview'
const note = `<style>.preview{position:fixed;z-index:99;inset:auto 0 0;margin:0;padding:.75rem;background:#14213b;color:#fff;text-align:center}.preview a{color:#f0b44c}</style><p class="preview" role="status">Preview. Only you see this page. <a href="${endOfPreview}">End the preview</a></p>`

type PagesReader = (pagesDir: string, texts: Record<string, string>) => Promise<PageVariants>

/**
 * Lets administrators look at a company that is not published. A cookie of `company.preview` names its pages.
 *
 * @returns the pages to answer with, or undefined for those in force
 */
export function addPreview(
  app: FastifyInstance,
  appOrigin: string,
  read: PagesReader,
): (request: FastifyRequest) => Promise<PageVariants | undefined> {
  const { preview } = cookieNames(appOrigin.startsWith('https:'))
  let last: { readonly folder: string; readonly pages: Promise<PageVariants> } | undefined

  app.get(endOfPreview, (_request, reply) => {
    clearCookie({ reply, config: { appOrigin } }, 'preview')
    return reply.redirect('/admin/company')
  })

  return async (request) => {
    const name = request.cookies[preview]
    if (name === undefined) return undefined
    const session = await request.client.session()
    if (!session || getRefusal(session.user, 'manageInstallation')) return undefined
    const folder = await app.company.findPreview(name)
    if (!folder) return undefined
    if (last?.folder !== folder) last = { folder, pages: read(folder, { '</body>': `${note}</body>` }) }
    return await last.pages
  }
}
