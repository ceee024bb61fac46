import { Changing } from '#client/components/changing.tsx'
import { ArrowIcon } from '#client/components/icons.tsx'
import { estimateCountLabel } from '../ui/work-labels.ts'
import styles from './arrivals-pill.module.css'

/** Screen readers hear of new estimates from `LiveNotice`. */
export function ArrivalsPill({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null
  return (
    <button type="button" className={styles.pill} onClick={onShow}>
      <Changing>{estimateCountLabel(count, 'new')}</Changing>
      <span className={styles.arrow}>
        <ArrowIcon />
      </span>
    </button>
  )
}
