import type { AppRouter } from '#server/trpc/router.ts'

/** The client's only import from the server. */
export type ApiRouter = AppRouter
