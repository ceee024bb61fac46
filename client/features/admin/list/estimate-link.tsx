import { Link } from '@tanstack/react-router'
import type { ListedEstimate } from '#client/lib/api.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'

type EstimateLinkProps = {
  estimate: Pick<ListedEstimate, 'id' | 'name'>
  search: ListSearch
  className?: string | undefined
}

/** Back leads from the estimate to its place in the list. */
export function EstimateLink({ estimate: { id, name }, search, className }: EstimateLinkProps) {
  return (
    <Link
      to="/admin/estimates/$id"
      params={{ id }}
      state={{ fromList: true, listSearch: search }}
      className={className}
    >
      <bdi>{name}</bdi>
    </Link>
  )
}
