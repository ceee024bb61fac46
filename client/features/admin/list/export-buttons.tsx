import { Button } from '@mantine/core'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { showError } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { failureMessage } from '#client/lib/api-error.ts'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { listInput } from '#client/lib/search-params/list-search.ts'
import type { ExportFormat } from '#shared/estimates/estimate-export.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { isAllowed } from '#shared/permissions.ts'
import { useStaff } from '../layout/staff-context.ts'
import { useBelow } from '../layout/use-breakpoint.ts'

/** Render only for accounts with the permission; in narrow windows within the header's menu. */
export function ExportButtons({ search }: { search: ListSearch }) {
  const auth = useAuth()
  const { slot } = useStaff().menu
  const isNarrow = useBelow('md')
  const { client } = api.useUtils()
  const [preparing, setPreparing] = useState(false)
  if (auth.status !== 'signed-in' || !isAllowed(auth.user.role, 'manageInstallation')) return null

  async function download(format: ExportFormat | undefined): Promise<void> {
    if (preparing) return
    setPreparing(true)
    try {
      const { url } = await client.estimates.createExport.mutate({ ...listInput(search), format })
      // A navigation would end the stream of changes and replace the page with any error.
      Object.assign(document.createElement('a'), { href: url, download: '' }).click()
    } catch (error) {
      showError({ title: 'Export Failed', message: failureMessage(error) })
    }
    setPreparing(false)
  }

  const button = (label: string, format?: ExportFormat) => (
    <Button variant={isNarrow ? 'inverse' : 'default'} aria-disabled={preparing} onClick={() => void download(format)}>
      {label}
    </Button>
  )
  const buttons = (
    <>
      {button('Export CSV')}
      {button('Export Excel', 'xlsx')}
    </>
  )
  return isNarrow && slot ? createPortal(buttons, slot) : buttons
}
