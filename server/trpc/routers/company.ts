import { basename } from 'node:path'
import { setCookie } from '#server/accounts/sessions/session-cookies.ts'
import { readDesk, readDraftToPublish, readFormerVersion, saveDraft } from '#server/company/company-versions.ts'
import { publish } from '#server/company/publish.ts'
import { adminProcedure, router } from '#server/trpc/init.ts'
import { companyRevisionSchema, companyVersionSchema, saveCompanySchema } from '#shared/company-desk.ts'

/** A preview ends by itself. */
const previewSeconds = 60 * 60

/** What the site, the emails and the print say about the company. */
export const companyRouter = router({
  read: adminProcedure.query(({ ctx }) => readDesk(ctx.database.read)),
  save: adminProcedure.input(saveCompanySchema).mutation(({ ctx, input }) => saveDraft(ctx, input)),
  publish: adminProcedure
    .input(companyRevisionSchema)
    .mutation(async ({ ctx, input }) => publish(ctx, await readDraftToPublish(ctx.database.read, input.revision))),
  /** Publishes a former version again. */
  back: adminProcedure
    .input(companyVersionSchema)
    .mutation(async ({ ctx, input }) =>
      publish(ctx, await readFormerVersion(ctx.database.read, input.number), input.number),
    ),
  /** From now on this browser is shown the draft, as long as an administrator is signed in. */
  preview: adminProcedure.input(companyRevisionSchema).mutation(async ({ ctx, input }) => {
    const folder = await ctx.company.render(await readDraftToPublish(ctx.database.read, input.revision))
    setCookie(ctx, 'preview', basename(folder), previewSeconds)
    return { path: '/' }
  }),
})
