import type { AppRouter } from '#server/trpc/router.ts'

/** The type of the server's procedures: the client's only import from the server. */
export type ApiRouter = AppRouter
