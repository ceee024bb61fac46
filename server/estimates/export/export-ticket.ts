import type { Database } from '#server/database/database.ts'
import {
  type EstimateExportFilter,
  estimateExportPath,
  estimateExportSchema,
} from '#shared/estimates/estimate-export.ts'
import { newTicket, redeemTicket, type TicketDeps } from './single-use-ticket.ts'

/** The link works once, within a minute, in this session, on any process. */
export function createExport(deps: TicketDeps, filter: EstimateExportFilter): { url: string } {
  return { url: `${estimateExportPath}?${new URLSearchParams({ ticket: newTicket(deps, 'export-ticket', filter) })}` }
}

/**
 * @returns undefined if the ticket is forged, expired, used or from another session
 * @throws {DatabaseUnavailable}
 */
export function redeemExportTicket(
  deps: TicketDeps & { readonly database: Database },
  ticket: unknown,
): Promise<EstimateExportFilter | undefined> {
  return redeemTicket(deps, 'export-ticket', estimateExportSchema, ticket)
}
