import type { AppRouter } from '#server/trpc/router.ts'

/** The client imports nothing else from the server. */
export type ApiRouter = AppRouter
