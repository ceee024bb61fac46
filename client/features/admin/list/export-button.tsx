import { useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { showErrorToast } from '#client/components/failure-toast.ts'
import { api } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/api-error.ts'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import type { ListSearch } from '#client/lib/search-params/list-search.ts'
import { isAllowed } from '#shared/permissions.ts'
import styles from './export-button.module.css'

const unreachable = 'The server could not be reached. Please check your connection.'

/** Downloads the filtered list as CSV, for accounts that may. */
export function ExportButton({ search }: { search: ListSearch }) {
  const auth = useAuth()
  const { client } = api.useUtils()
  const [preparing, setPreparing] = useState(false)
  if (auth.status !== 'signed-in' || !isAllowed(auth.user.role, 'manageInstallation')) return null

  async function download(): Promise<void> {
    if (preparing) return
    setPreparing(true)
    try {
      const { url } = await client.estimates.createExport.mutate(search)
      // A navigation would end the stream of changes, and show an error in place of the page.
      Object.assign(document.createElement('a'), { href: url, download: '' }).click()
    } catch (error) {
      showErrorToast({ title: 'Export Failed', message: errorMessage(error) ?? unreachable })
    }
    setPreparing(false)
  }

  return (
    <button
      type="button"
      className={`${buttonClass('quiet', 'compact')} ${styles.export}`}
      aria-disabled={preparing}
      onClick={() => void download()}
    >
      Export CSV
    </button>
  )
}
