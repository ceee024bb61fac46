import { buttonClass } from '#client/components/button-class.ts'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import type { ListSearch } from '#client/lib/search-params/list-search.ts'
import { estimateExportPath } from '#shared/estimates/estimate-export.ts'
import { isAllowed } from '#shared/permissions.ts'
import styles from './export-link.module.css'

/** Downloads the list as it is searched and sorted, for those who may. */
export function ExportLink({ search }: { search: ListSearch }) {
  const auth = useAuth()
  if (auth.status !== 'signed-in' || !isAllowed(auth.user.role, 'manageInstallation')) return null

  const filter = Object.entries(search).filter(([, value]) => value !== undefined)
  const query = String(new URLSearchParams(filter.map(([name, value]) => [name, String(value)])))
  return (
    <a
      href={query ? `${estimateExportPath}?${query}` : estimateExportPath}
      download
      className={`${buttonClass('quiet', 'compact')} ${styles.link}`}
    >
      Export CSV
    </a>
  )
}
