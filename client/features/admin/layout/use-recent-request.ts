import { useEffect } from 'react'
import type { EstimateDetail } from '#client/lib/api.ts'
import { forgetRequest, rememberRequest } from '#client/lib/recent-requests.ts'
import { optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { useStaff } from './staff-context.ts'

/** Keeps a request that was opened for the command palette, or drops it once its data was erased. */
export function useRecentRequest(page: EstimateDetail | undefined): void {
  const { id: userId } = useStaff()
  const { id, name, projectType, reference } = page?.estimate ?? {}
  const isErased = page?.work.erasedAt != null
  useEffect(() => {
    if (id === undefined || name === undefined) return
    if (isErased) forgetRequest(userId, id)
    else
      rememberRequest(userId, { id, name, details: `${optionLabel(projectTypes, projectType ?? '')} · ${reference}` })
  }, [userId, id, name, projectType, reference, isErased])
}
